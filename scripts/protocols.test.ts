import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { listProtocolRows, noteProtocolError, setProtocolOff } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { afterAll, afterEach, expect, test } from "vitest";
import { findDatabaseUrl } from "./operatorCommand.ts";
import { readCommand, runCommand } from "./protocols.ts";

const { db, url, drop } = await createTestDatabase();
afterAll(drop);
afterEach(() => db.deleteFrom("protocol").execute());

const run = (...args: string[]) => runCommand(db, readCommand(args));

test("a protocol is switched off with a reason, listed as off, and on again", async () => {
  expect((await run("off", "uniswap2", "reads", "revert")).join()).toContain("uniswap2 is off");
  expect(await listProtocolRows(db)).toMatchObject([
    { id: "uniswap2", chain: "eth", isOff: true, offReason: "reads revert" },
  ]);
  expect(await run()).toEqual(["uniswap2  off: reads revert"]);
  expect(await run("on", "uniswap2")).toEqual(["uniswap2 is on."]);
  expect(await run()).toEqual(["Every protocol is on, and none failed when it was read last."]);
});

test("an application has the same switch", async () => {
  await run("off", "polymarket", "closed");
  expect(await run()).toEqual(["polymarket  off: closed"]);
});

test("what failed is listed in one line with why, and with --all the rest too", async () => {
  await noteProtocolError(db, { id: "uniswap2", chain: "eth", error: "getReserves\nreverted" });
  expect(await run()).toEqual(["uniswap2  failed: getReserves reverted"]);
  const all = await runCommand(db, readCommand([], true));
  expect(all.filter((line) => line.startsWith("uniswap2 "))).toHaveLength(1);
  expect(all.every((line) => /^\w+ +(on|failed)/.test(line))).toBe(true);
});

test.each([
  [["of", "uniswap2"], "'of' is no command"],
  [["off"], "Which one?"],
  [["off", "uniswap9"], "No protocol 'uniswap9' is known. Did you mean"],
  [["on", "nothing"], "pnpm protocols --all"],
  [["on", "uniswap2", "because"], "on takes no reason"],
  [["list", "uniswap2"], "--all"],
])("%j is refused with what to write instead", (args, message) => {
  expect(() => readCommand(args)).toThrow(message);
});

test("the database is the one that is set, else that of the Portico that runs here, else there is none", () => {
  const runFile = join(mkdtempSync(join(tmpdir(), "portico-run-")), "run.json");
  expect(() => findDatabaseUrl({}, runFile)).toThrow("pnpm start");
  writeFileSync(runFile, JSON.stringify({ databaseUrl: "postgresql://here" }));
  expect(findDatabaseUrl({}, runFile)).toBe("postgresql://here");
  expect(findDatabaseUrl({ DATABASE_URL: "postgresql://set" }, runFile)).toBe("postgresql://set");
});

const start = (args: string[], databaseUrl: string) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, "protocols.ts"), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  }).catch((error: { stdout: string; stderr: string; code: number }) => error);

test("as a command it does the same, and says in a line what is wrong", async () => {
  await setProtocolOff(db, { id: "uniswap2", chain: "eth", isOff: true, reason: null });
  const [listed, helped, wrong, away] = await Promise.all([
    start([], url),
    start(["--help"], url),
    start(["off", "uniswap9"], url),
    start([], "postgresql://postgres:secret@127.0.0.1:1/none"),
  ]);
  expect(listed.stdout).toBe("uniswap2  off\n");
  expect(helped.stdout).toContain("DATABASE_URL");
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^No protocol 'uniswap9'/) as string });
  expect(away).toMatchObject({ code: 1, stderr: expect.stringContaining("does not answer") as string });
  expect(away.stderr).not.toContain("secret");
});
