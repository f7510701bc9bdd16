import { afterAll, expect, test } from "vitest";
import {
  deleteOldApprovals,
  listApprovalKeys,
  SPENDERS_FOLLOWED,
  upsertApprovals,
  writeAllowances,
} from "./approvals.ts";
import type { AllowanceRead, ApprovalChange, ApprovalKey } from "./approvals.ts";
import type { Address } from "../encoding/bytea.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [alice, bob, usdc, dai] = [address(0xa), address(0xb), address(0xc0), address(0xda)];
const [router, thief] = [address(0xe0), address(0xe1)];

const key = (owner: Address, token: Address, spender: Address, isPermit2 = false): ApprovalKey => ({
  owner,
  token,
  spender,
  isPermit2,
});
const at = (approval: ApprovalKey, block: number): ApprovalChange => ({
  ...approval,
  blockNumber: BigInt(block),
  timeAt: 1_000 + block,
});
const read = (approval: ApprovalKey, rawAmount: bigint | null): AllowanceRead => ({
  ...approval,
  rawAmount,
  expiresAt: approval.isPermit2 ? 2_000n : null,
});

const listRows = (chain: string) =>
  db
    .selectFrom("approval")
    .where("chain", "=", chain)
    .select(["raw_amount", "is_stale", "changed_block", "changed_at", "block_number", "expires_at"])
    .orderBy("owner")
    .orderBy("token")
    .orderBy("spender")
    .orderBy("is_permit2")
    .execute();

const listKeys = async (chain: string, pairs: { owner: Address; token: Address }[]) =>
  (await listApprovalKeys(db, chain, pairs)).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

test("an approval is unknown until read, then has the call's result, and keeps it until read again", async () => {
  const approval = key(alice, usdc, router);
  await upsertApprovals(db, "eth", [at(approval, 5)]);
  const expected = { raw_amount: null, is_stale: true, changed_block: 5n, changed_at: 1_005n, block_number: null };
  expect(await listRows("eth")).toMatchObject([expected]);
  await writeAllowances(db, "eth", 9n, [read(approval, 2n ** 256n - 1n)]);
  const known = { raw_amount: String(2n ** 256n - 1n), is_stale: false, block_number: 9n, expires_at: null };
  expect(await listRows("eth")).toMatchObject([{ ...expected, ...known }]);
  await upsertApprovals(db, "eth", [at(approval, 12)]);
  expect(await listRows("eth")).toMatchObject([{ ...known, is_stale: true, changed_block: 12n, changed_at: 1_012n }]);
});

test("the last of several changes counts, in any order of arrival", async () => {
  const approval = key(alice, usdc, router, true);
  await upsertApprovals(db, "last", [at(approval, 3), at(approval, 4)]);
  await upsertApprovals(db, "last", [at(approval, 2)]);
  expect(await listRows("last")).toMatchObject([{ changed_block: 4n, changed_at: 1_004n }]);
});

test("all possibly nonzero approvals of a stale pair are read: new ones, nonzero ones, and unreadable ones", async () => {
  const spent = key(alice, usdc, address(1));
  const [fresh, standing] = [key(alice, usdc, address(2), true), key(alice, usdc, address(3))];
  const [unreadable, elsewhere] = [key(alice, usdc, address(4)), key(bob, usdc, router)];
  const all = [spent, fresh, standing, unreadable, elsewhere];
  await upsertApprovals(
    db,
    "keys",
    [...all, key(alice, dai, router)].map((approval) => at(approval, 1)),
  );
  await upsertApprovals(db, "other", [at(key(alice, usdc, thief), 1)]);
  await writeAllowances(db, "keys", 2n, [read(spent, 0n), read(standing, 7n), read(unreadable, null)]);
  expect(await listKeys("keys", [{ owner: alice, token: usdc }])).toEqual([fresh, standing, unreadable]);
  await upsertApprovals(db, "keys", [at(spent, 3)]);
  expect(await listKeys("keys", [{ owner: alice, token: usdc }])).toEqual([spent, fresh, standing, unreadable]);
  expect(await listKeys("keys", [])).toEqual([]);
});

test("a call's result for an approval without an event is added, without a change", async () => {
  await writeAllowances(db, "untold", 7n, [read(key(alice, usdc, router), 5n)]);
  expect(await listRows("untold")).toMatchObject([
    { raw_amount: "5", is_stale: false, changed_block: null, changed_at: null, block_number: 7n },
  ]);
});

test("of a pair with very many approvals the latest are tracked, and the others deleted", async () => {
  const many = Array.from({ length: SPENDERS_FOLLOWED + 5 }, (_, n) => at(key(alice, usdc, address(n + 1)), n));
  await upsertApprovals(db, "many", [...many, at(key(bob, usdc, router), 1)]);
  const pair = { owner: alice, token: usdc };
  const followed = await listApprovalKeys(db, "many", [pair]);
  await writeAllowances(
    db,
    "many",
    9_999n,
    followed.map((approval) => read(approval, 1n)),
  );
  await deleteOldApprovals(db, "many", [pair]);
  const rows = await listRows("many");
  expect(rows).toHaveLength(SPENDERS_FOLLOWED + 1);
  expect(Math.min(...rows.map((row) => Number(row.changed_block)).filter((block) => block !== 1))).toBe(5);
  expect(rows.filter((row) => row.raw_amount === null)).toHaveLength(1);
});
