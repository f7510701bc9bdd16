import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";

test.each([
  ["sign-in-app", /EADDRINUSE.* choose another port in PORTICO_REDIRECT_URI/],
  ["own-server", /EADDRINUSE.*: choose another PORT/],
])("%s says in one line that its port is taken", async (example, line) => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const env = {
    PATH: process.env["PATH"],
    PORT: String(port),
    PORTICO_CLIENT_ID: "app",
    PORTICO_CLIENT_SECRET: "secret",
    PORTICO_CONNECT_URL: "http://127.0.0.1:1",
    PORTICO_REDIRECT_URI: `http://127.0.0.1:${port}/callback`,
  };
  const main = join(import.meta.dirname, "../..", example, "src/main.ts");
  const { code, errors } = await new Promise<{ code: number | null; errors: string }>((resolve) => {
    const child = execFile(process.execPath, [main], { env }, (_error, _output, stderr) =>
      resolve({ code: child.exitCode, errors: stderr }),
    );
  });
  other.close();
  expect([code, errors.trim().split("\n").length]).toEqual([1, 1]);
  expect(errors).toMatch(line);
});
