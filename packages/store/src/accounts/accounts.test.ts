import { keySubject } from "./subject.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import {
  createAccessKey,
  findAccessKey,
  findAccessKeyById,
  listAccessKeys,
  rotateAccessKey,
  updateAccessKey,
} from "./accessKeys.ts";
import {
  createAccount,
  findAccount,
  findAccountByOwner,
  listAccounts,
  setAccountDisabled,
  setOperator,
} from "./accounts.ts";
import { recordKeyUses } from "./keyUses.ts";
import { createTestDatabase, findImbalances } from "../testing/index.ts";
import { growLease } from "../billing/unitLeases.ts";
import { BalanceTooLowError, grantUnits, listLedger } from "../billing/unitLedger.ts";
import { listUnitPrices, removeUnitPrice, setUnitPrice } from "../billing/unitPrices.ts";
import { reapLeases } from "../billing/unitReaper.ts";
import { reportUnits } from "../billing/unitReports.ts";
import type { UnitReport } from "../billing/unitReports.ts";
import { listUsage, readUnits } from "../billing/unitUsage.ts";

const { db, drop } = await createTestDatabase();
afterAll(async () => {
  await drop();
});

const ALICE = `0x${"a1".repeat(20)}` as const;
const TODAY = new Date().toISOString().slice(0, 10);

/** A new account with units. */
async function fund(amount: number): Promise<string> {
  const { id } = await createAccount(db, { name: "Test" });
  await grantUnits(db, { accountId: id, amount, reason: "top-up", actor: "operator" });
  return id;
}

const use = (units: number, operation = "getToken", calls = 1) => ({
  day: TODAY,
  keyId: "key_a",
  operation,
  units,
  calls,
});

const grow = (accountId: string, needed: number, wanted = needed, id: string = randomUUID()) =>
  growLease(db, { id, accountId, process: "test", needed, wanted, leaseSeconds: 15 });

const report = (of: Pick<UnitReport, "accountId" | "deltas" | "leaseId"> & Partial<UnitReport>) =>
  reportUnits(db, { reports: [{ seq: 1, isRelease: false, ...of }], leaseSeconds: 15 });

const end = (leaseId: string) =>
  sql`update unit_lease set expires_at = now() - interval '1 second' where id = ${leaseId}`.execute(db);

/** Stored, leased and unspent, and used units. */
async function standing(accountId: string) {
  const units = await readUnits(db, accountId);
  return [units?.balance, units?.held, units?.days[0]?.used];
}

test("an owner has one account, however often it is created; accounts are found by several keys", async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(() => createAccount(db, { name: "Alice's 100%", owner: keySubject(ALICE) })),
  );
  expect(first).toMatchObject({ owner: ALICE, balance: 0, isDisabled: false, isOperator: false });
  expect(second?.id).toBe(first?.id);
  expect(await findAccountByOwner(db, keySubject(ALICE))).toEqual(first);
  await createAccount(db, { name: "Bob" });
  for (const query of ["100%", "ALICE", ALICE.slice(0, 9), first?.id ?? ""])
    expect(await listAccounts(db, { start: 0, limit: 9, query })).toEqual({ accounts: [first], total: 1 });
  const page = await listAccounts(db, { start: 1, limit: 1 });
  expect([page.accounts.length, page.total]).toEqual([1, 2]);
  expect(await listAccounts(db, { start: 0, limit: 9, query: "_" })).toEqual({ accounts: [], total: 0 });
  expect(await findAccount(db, "acc_unknown")).toBeUndefined();
});

test("an account has an operator flag and a disabled flag", async () => {
  const { id } = await createAccount(db, { name: "Carol" });
  const { key } = await createAccessKey(db, { name: "hers", accountId: id });
  expect(await setOperator(db, id, true)).toBe(true);
  expect(await setAccountDisabled(db, id, true)).toBe(true);
  expect(await findAccount(db, id)).toMatchObject({ isDisabled: true, isOperator: true });
  expect(await findAccessKey(db, key)).toMatchObject({ accountId: id, isAccountDisabled: true });
  expect(await setOperator(db, "acc_unknown", true)).toBe(false);
  expect(await setAccountDisabled(db, "acc_unknown", true)).toBe(false);
});

test("a key has its restrictions; changes and a rotation keep the others", async () => {
  const { id: accountId } = await createAccount(db, { name: "Dave" });
  const restrictions = { ipRanges: ["192.0.2.0/24", "2001:db8::/32"], operations: ["getToken"], ratePerSecond: 5 };
  const { id, key } = await createAccessKey(db, { name: "app", accountId, isWalletEnabled: true, ...restrictions });
  expect(await findAccessKey(db, key)).toMatchObject(restrictions);
  expect(await updateAccessKey(db, id, { name: "App", operations: null })).toBe(true);
  expect(await updateAccessKey(db, "key_unknown", {})).toBe(false);
  await expect(updateAccessKey(db, id, { ipRanges: ["192.0.2.1/24"] })).rejects.toThrow(RangeError);
  await expect(createAccessKey(db, { name: "x", ipRanges: ["all"] })).rejects.toThrow(RangeError);

  const next = await rotateAccessKey(db, id, { graceSeconds: 60 });
  const expected = { name: "App", accountId, ...restrictions, operations: null, isWalletEnabled: true };
  expect(await findAccessKey(db, next?.key ?? "")).toMatchObject({ ...expected, id: next?.id, expiresAt: null });
  const old = await findAccessKeyById(db, id);
  expect(old).toMatchObject({ ...expected, replacedBy: next?.id, revokedAt: null });
  expect(Math.abs((old?.expiresAt?.getTime() ?? 0) - Date.now() - 60_000)).toBeLessThan(30_000);
  expect(await rotateAccessKey(db, id, { graceSeconds: 60 })).toBeUndefined();
  expect((await listAccessKeys(db, { accountId })).map((each) => each.id)).toEqual([id, next?.id]);
});

test("last use of keys is stored in batches, and never decreases", async () => {
  const keys = await Promise.all(["b", "a"].map((name) => createAccessKey(db, { name })));
  const at = (second: number) => keys.map(({ id }) => ({ id, usedAt: new Date(second * 1000) }));
  await recordKeyUses(db, [...at(50), { id: "key_unknown", usedAt: new Date() }]);
  await recordKeyUses(db, at(40));
  for (const { id } of keys) expect((await findAccessKeyById(db, id))?.lastUsedAt).toEqual(new Date(50_000));
});

test("a grant with a reference counts once, also concurrently", async () => {
  const { id: accountId } = await createAccount(db, { name: "Erin" });
  const grant = { accountId, amount: 100, reason: "invoice 7", actor: "operator", reference: "invoice-7" };
  const both = await Promise.all([grantUnits(db, grant), grantUnits(db, grant)]);
  expect(both.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(both[0]?.entry).toEqual(both[1]?.entry);
  expect(await findAccount(db, accountId)).toMatchObject({ balance: 100 });
  expect(await grantUnits(db, { ...grant, reference: "invoice-8", amount: -40 })).toMatchObject({ isNew: true });
  expect(await listLedger(db, { accountId, start: 0, limit: 1 })).toMatchObject({
    entries: [{ amount: -40 }],
    total: 2,
  });
});

test("M11 no more is withdrawn than there is, and invalid amounts are rejected", async () => {
  const accountId = await fund(10);
  const grant = { accountId, amount: -11, reason: "mistake", actor: "operator" };
  await expect(grantUnits(db, grant)).rejects.toThrow(BalanceTooLowError);
  for (const amount of [0, 1.5, Number.NaN, Infinity])
    await expect(grantUnits(db, { ...grant, amount })).rejects.toThrow(RangeError);
  await expect(grantUnits(db, { ...grant, amount: 1, accountId: "acc_unknown" })).rejects.toThrow(RangeError);
  expect(await standing(accountId)).toEqual([10, 0, 0]);
});

test.each(["update unit_ledger set amount = 1", "delete from unit_ledger", "truncate unit_ledger"])(
  "the ledger rejects %s",
  async (statement) => {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow("append-only");
  },
);

test("a lease gets the wanted units up to an eighth of the balance, but at least the needed ones, or nothing", async () => {
  const accountId = await fund(800);
  expect(await grow(accountId, 1, 50)).toEqual({ amount: 50, spent: 0, balance: 750 });
  expect(await grow(accountId, 1, 2000)).toEqual({ amount: 93, spent: 0, balance: 657 });
  expect(await grow(accountId, 600)).toEqual({ amount: 600, spent: 0, balance: 57 });
  expect(await grow(accountId, 58)).toBeUndefined();
  const id = randomUUID();
  expect(await grow(accountId, 50, 50, id)).toEqual({ amount: 50, spent: 0, balance: 7 });
  expect(await grow(accountId, 7, 99, id)).toEqual({ amount: 57, spent: 0, balance: 0 });
  expect(await standing(accountId)).toEqual([0, 800, 0]);
  expect(await grow("acc_unknown", 0)).toBeUndefined();
});

test("a repeated report counts once, and a released lease returns the rest", async () => {
  const accountId = await fund(100);
  const leaseId = randomUUID();
  await grow(accountId, 50, 50, leaseId);
  const first = { leaseId, accountId, deltas: [use(3), use(4, "getChain")] };
  for (let time = 0; time < 2; time++)
    expect(await report(first)).toEqual([{ leaseId, amount: 50, spent: 7, balance: 50, unpaid: 0 }]);
  expect(await standing(accountId)).toEqual([50, 43, 7]);
  const last = { leaseId, accountId, seq: 2, isRelease: true, deltas: [use(-3, "getToken", -1)] };
  for (let time = 0; time < 2; time++)
    expect(await report(last)).toEqual([{ leaseId, amount: 4, spent: 4, balance: 96, unpaid: 0 }]);
  expect(await standing(accountId)).toEqual([96, 0, 4]);
  expect(await report({ ...last, leaseId: randomUUID() })).toEqual([]);
});

test("M04 two processes that report the same accounts in opposite order don't deadlock", async () => {
  const accounts = await Promise.all(Array.from({ length: 40 }, () => fund(1000)));
  const reportAll = async (ids: readonly string[]) => {
    const leases = ids.map((accountId) => ({ accountId, leaseId: randomUUID(), isRelease: false }));
    for (const { accountId, leaseId } of leases) await grow(accountId, 100, 100, leaseId);
    for (let seq = 1; seq <= 10; seq++) {
      const reports = leases.map((lease) => ({ ...lease, seq, deltas: [use(1)] }));
      await reportUnits(db, { reports, leaseSeconds: 15 });
    }
  };
  await Promise.all([reportAll(accounts), reportAll(accounts.toReversed())]);
  expect(await standing(accounts[0] ?? "")).toEqual([800, 180, 20]);
});

test("M06 units of an expired lease that were still spent are charged to the balance, as far as possible", async () => {
  const accountId = await fund(100);
  const leaseId = randomUUID();
  await grow(accountId, 60, 60, leaseId);
  await report({ leaseId, accountId, deltas: [use(10)] });
  expect(await reapLeases(db)).toBe(0);
  const live = randomUUID();
  await grow(accountId, 20, 20, live);
  await end(leaseId);
  expect(await reapLeases(db)).toBe(50);
  expect(await standing(accountId)).toEqual([70, 20, 10]);
  await report({ leaseId: live, accountId, isRelease: true, deltas: [] });
  const late = { leaseId, accountId, seq: 2, deltas: [use(30), use(15, "getChain")] };
  for (let time = 0; time < 2; time++)
    expect(await report(late)).toEqual([{ leaseId, amount: 55, spent: 55, balance: 45, unpaid: 0 }]);
  expect(await standing(accountId)).toEqual([45, 0, 55]);
  const later = { leaseId, accountId, seq: 3, deltas: [use(30), use(25, "getChain"), use(-5, "getGas", 0)] };
  expect(await report(later)).toEqual([{ leaseId, amount: 100, spent: 100, balance: 0, unpaid: 5 }]);
  expect(await standing(accountId)).toEqual([0, 0, 100]);
});

test("a refund beyond what a lease spent goes to the balance", async () => {
  const accountId = await fund(100);
  const leaseId = randomUUID();
  await grow(accountId, 50, 50, leaseId);
  await report({ leaseId, accountId, isRelease: true, deltas: [use(20)] });
  const other = randomUUID();
  await grow(accountId, 5, 5, other);
  await report({ leaseId: other, accountId, deltas: [use(-20, "getToken", -1)] });
  expect(await standing(accountId)).toEqual([95, 5, 0]);
});

test("leases that ended long ago are deleted", async () => {
  const accountId = await fund(10);
  const leaseId = randomUUID();
  await grow(accountId, 5, 5, leaseId);
  await report({ leaseId, accountId, isRelease: true, deltas: [use(5)] });
  await sql`update unit_lease set expires_at = now() - interval '25 hours' where id = ${leaseId}`.execute(db);
  await reapLeases(db);
  expect(await report({ leaseId, accountId, seq: 2, deltas: [use(1)] })).toEqual([]);
  expect(await standing(accountId)).toEqual([5, 0, 5]);
});

test("use is grouped by day, operation and key as requested, and 30 days are read at once", async () => {
  const accountId = await fund(1000);
  const leaseId = randomUUID();
  await grow(accountId, 500, 500, leaseId);
  const old = { ...use(7), day: "2020-01-31" };
  await report({ leaseId, accountId, deltas: [use(1), use(2, "getChain"), { ...use(4), keyId: "key_b" }, old] });
  const query = { accountId, from: "2020-01-31", to: TODAY };
  expect(await listUsage(db, { ...query, by: [] })).toEqual([{ units: 14, calls: 4 }]);
  expect(await listUsage(db, { ...query, by: ["day", "key"] })).toEqual([
    { day: "2020-01-31", keyId: "key_a", units: 7, calls: 1 },
    { day: TODAY, keyId: "key_a", units: 3, calls: 2 },
    { day: TODAY, keyId: "key_b", units: 4, calls: 1 },
  ]);
  expect(await listUsage(db, { ...query, to: "2020-01-31", by: ["operation"] })).toEqual([
    { operation: "getToken", units: 7, calls: 1 },
  ]);
  const units = await readUnits(db, accountId);
  expect(units?.days).toHaveLength(30);
  expect(units?.days[0]).toEqual({ date: TODAY, used: 7, granted: 1000 });
  expect(units?.days.slice(1).every(({ used, granted }) => used === 0 && granted === 0)).toBe(true);
  expect(await readUnits(db, "acc_unknown")).toBeUndefined();
});

test("M12 a price is a positive integer; without one the contract's applies", async () => {
  for (const units of [0, -1, 1.5, Number.NaN, 1e9])
    await expect(setUnitPrice(db, { operation: "getToken", units, updatedBy: "operator" })).rejects.toThrow(RangeError);
  await setUnitPrice(db, { operation: "getToken", units: 2, updatedBy: "operator" });
  await setUnitPrice(db, { operation: "getToken", units: 3, updatedBy: "acc_x" });
  expect(await listUnitPrices(db)).toMatchObject([{ operation: "getToken", units: 3, updatedBy: "acc_x" }]);
  expect(await removeUnitPrice(db, "getToken")).toBe(true);
  expect(await removeUnitPrice(db, "getToken")).toBe(false);
});

test("in the end, every account's grants equal its used, leased and remaining units", async () => {
  expect(await findImbalances(db)).toEqual([]);
});
