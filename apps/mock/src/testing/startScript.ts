import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Starts a script of this app as a process. */
export const start = (script: string, args: string[], env: Record<string, string>): ChildProcess & AsyncDisposable => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "..", script), ...args], {
    env: { ...process.env, ...env },
  });
  return Object.assign(child, {
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  });
};

/** Waits for a line that matches a pattern, and returns its first group. */
export async function findLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error("The process ended without saying it");
}

/** Responds to every request with the same body. */
export async function serveBroken() {
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(`[{"id":"eth"}]`),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, [Symbol.dispose]: () => server.close() };
}
