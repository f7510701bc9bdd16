import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

const APPS = join(import.meta.dirname, "../../apps");

export interface Served extends Disposable {
  /** The contract as the docs serve it, as JSON. */
  readonly contract: string;
  /** The mock, which is the contract's first server. */
  readonly url: string;
}

/** Starts the mock, and the docs of a deployment whose data API, sign-in service and dashboard are at the mock's URL. */
export async function startServed(): Promise<Served> {
  const mock = await start("mock", { PORTICO_MOCK_PORT: "0" });
  try {
    const { url } = mock;
    const urls = { PORTICO_API_URL: url, PORTICO_CONNECT_URL: url, PORTICO_DASHBOARD_URL: url };
    const docs = await start("docs", { PORTICO_DOCS_PORT: "0", ...urls });
    try {
      const contract = await (await fetch(`${docs.url}/openapi.json`)).text();
      return { contract, url, [Symbol.dispose]: () => void mock.child.kill() };
    } finally {
      docs.child.kill();
    }
  } catch (error) {
    mock.child.kill();
    throw error;
  }
}

async function start(name: string, env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(APPS, name, "src/main.ts")], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", () => reject(new Error(`${name} exited: ${output}`)));
  });
  return { child, url };
}
