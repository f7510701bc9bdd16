import { findAccount, inTeam, keySubject, listLedger, listUnitPrices, putMember } from "@portico/store";
import { createTestDatabase, findImbalances } from "@portico/store/testing";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createPrinter, createTestShell } from "./testing/createTestShell.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const print = createPrinter(db);
const run = createTestShell(db);
const today = new Date().toISOString().slice(0, 10);
const OWNER = "0xAAAAaaaaAAAAaaaaAAAAaaaaAAAAaaaaAAAAaaaa";

async function createAccount(...args: string[]): Promise<string> {
  const [message = ""] = await print("accounts", "create", ...args);
  return /^acc_\S+/.exec(message)?.[0] ?? "";
}

test("an account is created, listed, disabled and enabled, and made an operator's", async () => {
  expect(await print("accounts", "list")).toEqual(["No accounts found. Create one: pnpm portico accounts create NAME"]);
  const id = await createAccount("Ann", "Smith", "--owner", OWNER);
  const other = await createAccount("Bob", "--operator");
  expect(await print("accounts", "operator", "on", id)).toEqual([`The owner of ${id} is an operator.`]);
  expect(await print("accounts", "disable", id)).toEqual([`${id} is disabled.`]);
  expect(await findAccount(db, id)).toMatchObject({ name: "Ann Smith", owner: OWNER.toLowerCase(), isDisabled: true });
  const line = `${id}  Ann Smith  0 units  ${today}  ${OWNER.toLowerCase()}, operator, disabled`;
  expect(await print("accounts", "list", "--query", "smith")).toEqual([line]);
  await print("accounts", "operator", "off", id);
  expect(await print("accounts", "enable", id)).toEqual([`${id} is enabled.`]);
  const listed: unknown = JSON.parse((await print("accounts", "list", "--json")).join());
  expect(listed).toMatchObject([
    { id: other, isOperator: true },
    { id, isOperator: false, isDisabled: false },
  ]);
});

test("an address's account moves to its contract on a chain, and the list shows it", async () => {
  const safe = `eip155:1:0x${"5a".repeat(20)}`;
  const bare = `0x${"5A".repeat(20)}`;
  const id = await createAccount("Safe", "--owner", bare);
  const fresh = await createAccount("New", "--owner", safe);
  expect(await print("accounts", "move", bare, safe)).toEqual([
    `${id} belongs to ${safe} now.`,
    `${fresh}, which belonged to ${safe} before, has no owner now.`,
  ]);
  expect(await print("accounts", "list", "--query", safe)).toEqual([`${id}  Safe  0 units  ${today}  ${safe}`]);
  expect(await print("accounts", "move", bare, safe)).toEqual([
    `${bare.toLowerCase()} had no account; the rest belongs to ${safe} now.`,
  ]);
});

test("the members of an account are listed with their roles", async () => {
  const id = await createAccount("Shop", "--owner", `0x${"b".repeat(40)}`);
  const subject = keySubject(`0x${"c".repeat(40)}`);
  await inTeam(db, id, (tx) => putMember(tx, { accountId: id, subject, role: "developer", ownName: "own" }));
  expect(await print("accounts", "members", id)).toEqual([
    `owner      0x${"b".repeat(40)}  ${today}`,
    `developer  0x${"c".repeat(40)}  ${today}`,
  ]);
  expect(await print("accounts", "members", await createAccount("Nobody's"))).toEqual([
    "It has no members: nobody can sign in to it.",
  ]);
});

test("units are granted once per reference and taken back, never below zero, and the ledger lists every change", async () => {
  const id = await createAccount("Cleo");
  const pay = ["units", "grant", id, "5000", "--reason", "invoice", "--reference", "inv-1"];
  expect(await print(...pay)).toEqual([`${id} got 5,000 units: it has 5,000.`]);
  expect((await print(...pay)).join()).toContain("nothing changed");
  const taken = await print("units", "adjust", id, "-1200", "--reason", "by mistake");
  expect(taken).toEqual([`1,200 units of ${id} were taken back: it has 3,800.`]);
  await expect(print("units", "adjust", id, "-3801", "--reason", "too much")).rejects.toThrow("fewer than 3801");
  const lines = await print("units", "ledger", id);
  expect(lines.map((line) => line.replace(/^\S+ +/, ""))).toEqual([
    "-1,200  by mistake  by operator",
    "+5,000  invoice     by operator  inv-1",
  ]);
  expect((await listLedger(db, { accountId: id, start: 0, limit: 9 })).total).toBe(2);
  expect(JSON.parse((await print("units", "ledger", id, "--json", "--limit", "1")).join())).toMatchObject([
    { amount: -1200 },
  ]);
  expect(await findImbalances(db)).toEqual([]);
});

test("usage is listed by day, operation and key", async () => {
  const id = await createAccount("Dan");
  expect(await print("units", "usage", id)).toEqual(["No units were used."]);
  await sql`insert into unit_usage (account_id, day, key_id, operation, units, calls) values
    (${id}, ${today}::date, 'key_a', 'getChain', 10, 5), (${id}, ${today}::date, 'key_b', 'getChain', 4, 2),
    (${id}, '2026-01-02', 'key_a', 'getToken', 3, 3)`.execute(db);
  expect(await print("units", "usage", id)).toEqual([`${today}  14 units  7 calls`]);
  expect(
    await print("units", "usage", id, "--from", "2026-01-01", "--to", "2026-01-31", "--by", "operation,key"),
  ).toEqual(["getToken  key_a  3 units  3 calls"]);
});

test("prices are set, listed beside the contract's, and removed", async () => {
  expect(await print("units", "prices", "set", "getChain", "7")).toEqual(["getChain costs 7."]);
  expect(await listUnitPrices(db)).toMatchObject([{ operation: "getChain", units: 7, updatedBy: "operator" }]);
  const lines = await print("units", "prices", "list");
  expect(lines.filter((line) => line.includes("instead of"))).toEqual([
    expect.stringMatching(new RegExp(`^getChain +7 +instead of \\d+, by operator ${today}$`)),
  ]);
  expect((await print("units", "prices", "remove", "getChain")).join()).toContain(
    "getChain costs the contract's price",
  );
  expect(await listUnitPrices(db)).toEqual([]);
});

test.each<[string[], string]>([
  [["accounts", "create", "Ann", "--owner", "0x12"], "40 hex digits"],
  [["accounts", "create", "Ann", "--owner", `1:0x${"5a".repeat(20)}`], "eip155:1:0x…"],
  [["accounts", "move", OWNER, OWNER.toLowerCase()], "<from> and <to> must differ"],
  [["accounts", "members", "acc_none"], "Unknown account 'acc_none'"],
  [["accounts", "disable", "acc_none"], "Unknown account 'acc_none'. List all: pnpm portico accounts list"],
  [["accounts", "operator", "acc_none", "on"], "Allowed choices are on, off"],
  [["units", "grant", "acc_none", "5", "--reason", "why"], "Unknown account 'acc_none'"],
  [["units", "grant", "acc_none", "5"], "required option '--reason <text>' not specified"],
  [["units", "grant", "acc_none", "-5", "--reason", "why"], "a whole number from 1"],
  [["units", "grant", "acc_none", "1.5", "--reason", "why"], "a whole number from 1"],
  [["units", "ledger", "acc_none"], "Unknown account 'acc_none'"],
  [["units", "usage", "acc_none", "--by", "hour"], "'hour' is not one of day, operation, key"],
  [["units", "usage", "acc_none", "--from", "2026-13-01"], "is not a date"],
  [["units", "prices", "set", "getChain", "0"], "a whole number from 1 to 1000000"],
  [["units", "prices", "set", "getDashboardApps", "5"], "'getDashboardApps' is not a valid operation here"],
])("%j is refused with a hint and the command's help", async (args, message) => {
  const { code, lines, errors } = await run(...args);
  expect({ code, lines }).toEqual({ code: 1, lines: [] });
  expect(errors).toContain(message);
  expect(errors).toContain(`Usage: pnpm portico ${args.slice(0, args.includes("prices") ? 3 : 2).join(" ")}`);
});
