import { spawn } from "node:child_process";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "../../../../apps/mock/src/main.ts");

/** Starts the mock as a separate process, on a free port. */
export async function startMock(): Promise<Disposable & { readonly url: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, PORTICO_MOCK_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const [address] = /http:\/\/\S+/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once("exit", () => reject(new Error(`The mock exited: ${output}`)));
  });
  return { url, [Symbol.dispose]: () => void child.kill() };
}
