import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import getPort from "get-port";

const root = join(import.meta.dirname, "../..");

export interface PrismProxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Prism as a proxy of a server: it returns 500 with a list of violations whenever the server breaks the contract. */
export async function startPrismProxy(upstream: string): Promise<PrismProxy> {
  const port = await getPort();
  const child = spawn(process.execPath, ["apps/mock/src/proxy.ts", upstream], {
    cwd: root,
    env: { ...process.env, PORTICO_PROXY_PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const listening = new Promise<void>((resolve) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("listening on")) resolve();
    });
  });
  const exited = once(child, "exit");
  await Promise.race([
    listening,
    exited.then(([code]) => {
      throw new Error(`Prism ended with ${code}`);
    }),
  ]);
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
