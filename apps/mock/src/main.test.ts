import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";

const start = (script: string, args: string[], env: Record<string, string>): ChildProcess & AsyncDisposable => {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
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

/** Waits for the line that a pattern matches, and gives its first group. */
async function findLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error("The process ended without saying it");
}

test("the mock says where it listens, answers there, and stops when it is told to", async () => {
  await using mock = start("main.ts", [], { PORTICO_MOCK_PORT: "0" });
  const url = await findLine(mock, /^mock: (http:\S+)$/);
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: "ok" });
  mock.kill("SIGTERM");
  expect(await once(mock, "exit")).toEqual([0, null]);
});

test("--help says how to use it", async () => {
  await using help = start("main.ts", ["--help"], {});
  expect(await findLine(help, /(PORTICO_MOCK_PORT)/)).toBe("PORTICO_MOCK_PORT");
});

test("a port that is no port is refused", async () => {
  await using mock = start("main.ts", [], { PORTICO_MOCK_PORT: "many" });
  expect(await once(mock, "exit")).toEqual([1, null]);
});

test("the proxy turns an answer that breaks the contract into a 500 that says how", async () => {
  const broken = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(`[{"id":"eth"}]`),
  ).listen(0, "127.0.0.1");
  await once(broken, "listening");
  const port = await freePort();
  const upstream = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
  await using proxy = start("proxy.ts", [upstream], { PORTICO_PROXY_PORT: String(port) });
  await findLine(proxy, /(Prism is listening)/);
  const response = await fetch(`http://127.0.0.1:${port}/v1/chain/list`, { headers: { AccessKey: "pk_1" } });
  expect(response.status).toBe(500);
  expect(await response.text()).toContain("must have required property 'community_id'");
  broken.close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
