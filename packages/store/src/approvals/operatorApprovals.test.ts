import { afterAll, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import {
  listOperatorApprovals,
  listOperatorContracts,
  markOperatorsStale,
  takeStaleOperatorApprovals,
  upsertOperatorApprovals,
  writeOperatorApprovals,
} from "./operatorApprovals.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const address = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
const [alice, apes, cats, market, thief] = [0xa, 0xba, 0xbb, 0xe0, 0xe1].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const key = (operator: Address) => ({ owner: alice, contract: apes, operator });
const at = (operator: Address, block: number) => ({
  ...key(operator),
  blockNumber: BigInt(block),
  timeAt: 1_000 + block,
});

test("an operator is listed once it is read as approved, newest first, and waits again after a change", async () => {
  await upsertOperatorApprovals(db, "eth", [at(market, 1), at(thief, 2)]);
  await upsertOperatorApprovals(db, "base", [at(market, 1)]);
  expect(await listOperatorApprovals(db, alice, "eth", 10)).toEqual([]);
  const stale = await takeStaleOperatorApprovals(db, "eth", 10);
  expect(stale).toHaveLength(2);
  expect(stale).toEqual(expect.arrayContaining([key(market), key(thief)]));
  await writeOperatorApprovals(
    db,
    "eth",
    5n,
    stale.map((approval) => ({ ...approval, isApproved: true })),
  );
  const both = [
    { contract: apes, operator: thief, changedAt: 1_002 },
    { contract: apes, operator: market, changedAt: 1_001 },
  ];
  expect(await listOperatorApprovals(db, alice, "eth", 10)).toEqual(both);
  expect(await listOperatorApprovals(db, alice, "eth", 1)).toEqual(both.slice(0, 1));
  await upsertOperatorApprovals(db, "eth", [at(thief, 6)]);
  expect(await takeStaleOperatorApprovals(db, "eth", 10)).toEqual([key(thief)]);
  await writeOperatorApprovals(db, "eth", 6n, [{ ...key(thief), isApproved: false }]);
  expect(await listOperatorApprovals(db, alice, "eth", 10)).toEqual(both.slice(1));
  expect(await takeStaleOperatorApprovals(db, "eth", 10)).toEqual([]);
});

test("an unreadable approval is not listed as approved", async () => {
  await upsertOperatorApprovals(db, "odd", [at(market, 1)]);
  await writeOperatorApprovals(db, "odd", 5n, [{ ...key(market), isApproved: true }]);
  await writeOperatorApprovals(db, "odd", 6n, [{ ...key(market), isApproved: null }]);
  expect(await listOperatorApprovals(db, alice, "odd", 10)).toEqual([]);
});

test("named owners' operators wait again, of each contract the latest ones", async () => {
  const operators = Array.from({ length: 103 }, (_, n) => address(0x1_000 + n));
  await upsertOperatorApprovals(
    db,
    "op",
    operators.map((operator, n) => at(operator, n)),
  );
  await upsertOperatorApprovals(db, "op", [{ ...at(market, 1), contract: cats }]);
  const stale = () => takeStaleOperatorApprovals(db, "op", 999);
  const reads = (await stale()).map((approval) => ({ ...approval, isApproved: true }));
  await writeOperatorApprovals(db, "op", 200n, reads);
  await markOperatorsStale(db, "op", [
    { owner: alice, contract: apes },
    { owner: alice, contract: apes },
    { owner: market, contract: apes },
  ]);
  expect(new Set((await stale()).map(({ contract, operator }) => `${contract} ${operator}`))).toEqual(
    new Set(operators.slice(3).map((operator) => `${apes} ${operator}`)),
  );
  expect(new Set(await listOperatorContracts(db, "op"))).toEqual(new Set([apes, cats]));
  expect(await listOperatorContracts(db, "arb")).toEqual([]);
});
