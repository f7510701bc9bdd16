import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@portico/store/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

const MAIN = path.join(import.meta.dirname, "main.ts");

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function start(args: readonly string[], env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env["PATH"] ?? "", ...env } });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text };
}

test("a wrong setting ends the process with a word about it, --help with all of them", async () => {
  const wrong = start([], { DATABASE_URL: database.url, PORTICO_CONNECT_KEYS: "hunter2" });
  const help = start(["--help"], {});
  const ends = await Promise.all([once(wrong.child, "close"), once(help.child, "close")]);
  expect(ends.map(([code]) => code as number)).toEqual([1, 0]);
  expect(wrong.output()).toContain("PORTICO_CONNECT_KEYS must be");
  expect(wrong.output()).not.toContain("hunter2");
  expect(help.output()).toContain("PORTICO_CONNECT_REFRESH_GRACE_SECONDS");
});

test("the process serves, and SIGTERM ends it by itself with code 0", async () => {
  const issuer = "https://connect.example";
  const { child, output } = start([], {
    DATABASE_URL: database.url,
    PORTICO_CONNECT_PORT: "0",
    PORTICO_CONNECT_URL: issuer,
  });
  while (!output().includes("listening")) await once(child.stdout ?? child, "data");
  const url = /"url":"([^"]+)"/.exec(output())?.[1] ?? "";
  const response = await fetch(`${url}/.well-known/oauth-authorization-server`);
  expect(response.status).toBe(421); // it answers for its own name alone
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
  expect(output()).toContain("stopped");
  expect(output()).not.toMatch(/WARNING|NOTICE/);
});
