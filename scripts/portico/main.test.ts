import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findAccessKey } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, expect, test } from "vitest";
import { findDatabaseUrl } from "./databaseUrl.ts";
import { createTestShell } from "./testing/createTestShell.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);

const start = (args: string[], databaseUrl: string) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, "main.ts"), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  }).catch((error: { stdout: string; stderr: string; code: number }) => error);

test("as a process it executes its command, and reports errors in one line", async () => {
  const [made, away] = await Promise.all([
    start(["keys", "create", "from", "a shell", "--wallet"], url),
    start(["keys", "list"], "postgresql://postgres:secret@127.0.0.1:1/none"),
  ]);
  expect(made).not.toHaveProperty("code");
  const [key = ""] = made.stdout.split("\n");
  expect(await findAccessKey(db, key)).toMatchObject({ name: "from a shell", isWalletEnabled: true });
  expect(away).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("is unavailable") as string });
  expect(away.stderr).not.toContain("secret");
});

test("requested help is printed to stdout, and help without a command to stderr", async () => {
  const run = createTestShell(db);
  const helped = await run("--help");
  expect(helped).toMatchObject({ code: 0, errors: "" });
  expect(helped.lines.join("\n")).toMatch(/^Usage: pnpm portico[^]*\n {2}doctor[^]*\n {2}keys[^]*DATABASE_URL/);
  const withoutArguments = await run("units");
  expect(withoutArguments).toMatchObject({ code: 1, lines: [] });
  expect(withoutArguments.errors).toMatch(/^Usage: pnpm portico units[^]*\n {2}grant/);
  expect((await run("keyz")).errors).toContain("Did you mean keys?");
});

test("the database is the configured one, or that of the Portico running here; otherwise it is an error", () => {
  const runFile = join(mkdtempSync(join(tmpdir(), "portico-run-")), "run.json");
  expect(() => findDatabaseUrl({}, runFile)).toThrow("pnpm start");
  writeFileSync(runFile, JSON.stringify({ databaseUrl: "postgresql://here" }));
  expect(findDatabaseUrl({}, runFile)).toBe("postgresql://here");
  expect(findDatabaseUrl({ DATABASE_URL: "postgresql://set" }, runFile)).toBe("postgresql://set");
});
