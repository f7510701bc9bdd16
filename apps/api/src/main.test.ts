import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createAccessKey } from "@portico/store";
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

test("--help names every variable", async () => {
  const { child, output } = start(["--help"], {});
  expect(await once(child, "close")).toEqual([0, null]);
  for (const name of ["DATABASE_URL", "PORTICO_API_PORT", "PORTICO_LOG_LEVEL"]) expect(output()).toContain(name);
});

test("a wrong setting ends the process with a word about it", async () => {
  const { child, output } = start([], { DATABASE_URL: database.url, PORTICO_API_PORT: "x" });
  expect((await once(child, "close"))[0]).toBe(1);
  expect(output()).toContain("PORTICO_API_PORT must be a port number");
});

test("the process serves, and SIGTERM ends it by itself with code 0", async () => {
  const { key } = await createAccessKey(database.db, { name: "test" });
  const { child, output } = start([], { DATABASE_URL: database.url, PORTICO_API_PORT: "0" });
  while (!output().includes("listening")) await once(child.stdout ?? child, "data");
  const url = /"url":"([^"]+)"/.exec(output())?.[1] ?? "";
  expect((await fetch(`${url}/v1/chain?id=eth`, { headers: { AccessKey: key } })).status).toBe(200);
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
  expect(output()).toContain("stopped");
});
