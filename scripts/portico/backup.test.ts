import { spawnSync } from "node:child_process";
import {
  chmodSync,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createAccessKey, createAccount, findAccessKey, grantUnits, listAccounts } from "@portico/store";
import { createTestDatabase } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestShell } from "./testing/createTestShell.ts";

const [{ db, drop }, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
const folder = mkdtempSync(join(tmpdir(), "portico-backup-"));
afterAll(async () => {
  await Promise.all([drop(), other.drop()]);
  rmSync(folder, { recursive: true });
});

const { id: accountId } = await createAccount(db, { name: "Ann" });
await grantUnits(db, { accountId, amount: 5_000, reason: "invoice", actor: "operator" });
const { key } = await createAccessKey(db, { name: "first", accountId });
const file = join(folder, "portico.backup");

test("a file has the backup, readable only by its owner, and what is restored from it works", async () => {
  const made = await createTestShell(db)("backup", file);
  expect(made).toMatchObject({
    code: 0,
    lines: [expect.stringMatching(/^3 rows of 34 tables are backed up, [\d.]+ kB, of schema 00/)],
  });
  expect(made.errors).toContain("\naccount: 1\naccess_key: 1\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).not.toContain(key);
  const run = createTestShell(other.db);
  expect((await run("restore", "--check", file)).lines).toEqual([
    expect.stringMatching(/^The backup is complete: 3 rows of/),
  ]);
  const restored = await run("restore", file);
  expect(restored.lines.join("\n")).toMatch(/^Restored: 3 rows of 34 tables[^]*start the indexer/);
  expect(await findAccessKey(other.db, key)).toMatchObject({ name: "first", accountId });
  expect((await listAccounts(other.db, { start: 0, limit: 9 })).accounts).toMatchObject([
    { name: "Ann", balance: 5_000 },
  ]);
  expect(await run("restore", file)).toMatchObject({
    code: 1,
    lines: [],
    errors: expect.stringMatching(/^[^\n]*--replace$/m) as string,
  });
  const replaced = await run("restore", file, "--replace", "--json");
  expect(JSON.parse(replaced.lines.join("\n"))).toMatchObject({
    migrated: [],
    tables: expect.arrayContaining([expect.objectContaining({ table: "account", rows: 1 })]) as unknown,
  });
});

test("standard output and input are the default, and a terminal is refused", async () => {
  const output = new PassThrough();
  const [made, text] = await Promise.all([
    createTestShell(db, { output })("backup", "--json").finally(() => output.end()),
    buffer(output),
  ]);
  expect(made).toMatchObject({ code: 0, lines: [] });
  expect(JSON.parse(made.errors.slice(made.errors.indexOf("{")))).toMatchObject({ bytes: text.length });
  const checked = await createTestShell(other.db, { input: Readable.from([text]) })("restore", "--check", "-");
  expect(checked.lines).toEqual([expect.stringContaining("is complete")]);
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  expect((await createTestShell(db, { output: terminal })("backup")).errors).toContain("A backup has secrets");
});

test("a backup that fails leaves the one before, and nothing else", async () => {
  const before = readFileSync(file);
  const failing = createTestShell(db, {
    onStore: (work) => work(other.db),
    printError: () => {
      throw new Error("stopped");
    },
  });
  await expect(failing("backup", file)).rejects.toThrow("stopped");
  expect(readFileSync(file)).toEqual(before);
  expect(readdirSync(folder)).toEqual(["portico.backup"]);
  expect((await createTestShell(db)("backup", "/nowhere/x")).errors).toContain("/nowhere/x can't be written");
  expect((await createTestShell(db)("restore", "/nowhere/x")).errors).toContain("/nowhere/x can't be read");
  const later = "9999_later";
  await sql`insert into kysely_migration (name, timestamp) values (${later}, '')`.execute(db);
  expect((await createTestShell(db)("backup", file)).errors).toMatch(/later version of Portico \(9999_later\)/);
  await sql`delete from kysely_migration where name = ${later}`.execute(db);
  const cut = join(folder, "cut");
  await createTestShell(db)("backup", cut);
  truncateSync(cut, before.length - 1);
  expect(await createTestShell(db)("restore", "--check", cut)).toMatchObject({
    code: 1,
    errors: "The backup is incomplete: it ends before its manifest",
  });
});

test.runIf(existsSync("/dev/full"))("a backup that fills the disk says so", async () => {
  const full = createWriteStream("/dev/full");
  full.on("error", () => undefined);
  expect(await createTestShell(db, { output: full })("backup")).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^Standard output can't be written.*ENOSPC: no space left/m) as string,
  });
});

const { error: missing } = spawnSync("gpg", ["--version"]);
if (missing) console.warn("gpg is not installed, so encryption of backups is NOT TESTED");

test.skipIf(missing !== undefined)("what gpg encrypted, it decrypts for restore; as it is, it is refused", async () => {
  const home = join(folder, "gnupg");
  const gpg = (args: string[], input: Buffer) =>
    spawnSync(
      "gpg",
      ["--homedir", home, "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", "sesame", ...args],
      { input },
    );
  spawnSync("mkdir", [home]);
  chmodSync(home, 0o700);
  const { stdout: encrypted } = gpg(["--symmetric"], readFileSync(file));
  expect(encrypted.length).toBeGreaterThan(100);
  const check = (input: Buffer) => createTestShell(db, { input: Readable.from([input]) })("restore", "--check", "-");
  expect((await check(encrypted)).errors).toContain("not a backup of Portico. If it is encrypted, decrypt it");
  expect((await check(gpg(["--decrypt"], encrypted).stdout)).lines).toEqual([
    expect.stringContaining("is complete: 3 rows"),
  ]);
  spawnSync("gpgconf", ["--homedir", home, "--kill", "all"]);
});
