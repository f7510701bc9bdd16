import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { fromBytea } from "../encoding/bytea.ts";
import type { Address, Hex } from "../encoding/bytea.ts";
import { inTransaction } from "../database/database.ts";
import { copyLegs } from "./legs.ts";
import { LegKind, decodePosition, encodePosition } from "./position.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { Leg } from "./leg.ts";
import { testLeg } from "./testing/testLeg.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => void (await sql`truncate leg`.execute(db)));

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((it): Hex => `0x${Buffer.from(it).toString("hex")}`);
const amounts = fc.oneof(
  fc.bigInt(0n, 2n ** 256n - 1n),
  fc.nat(77).map((n) => 10n ** BigInt(n)),
);
const anyLeg = fc.record<Leg>({
  owner: hex(20),
  blockNumber: fc.bigInt(0n, 2n ** 63n - 1n),
  txIndex: fc.nat(2 ** 24 - 1),
  kind: fc.constantFrom(...Object.values(LegKind)),
  index: fc.nat(2 ** 20 - 1),
  subIndex: fc.nat(2 ** 15 - 1),
  isInbound: fc.boolean(),
  token: hex(20),
  tokenId: fc.option(amounts, { nil: undefined }),
  counterparty: hex(20),
  rawAmount: amounts,
  txHash: fc.oneof(hex(32), fc.constant<Hex>("0x")),
  timeAt: fc.nat(),
});
async function readLegs(): Promise<Leg[]> {
  const rows = await db.selectFrom("leg").selectAll().execute();
  return rows.map((row) => ({
    owner: fromBytea(row.owner),
    blockNumber: row.block_number,
    ...decodePosition(row.position),
    isInbound: row.is_inbound,
    token: fromBytea(row.token),
    tokenId: row.token_id === null ? undefined : BigInt(row.token_id),
    counterparty: fromBytea(row.counterparty),
    rawAmount: BigInt(row.raw_amount),
    txHash: fromBytea(row.tx_hash),
    timeAt: Number(row.time_at),
  }));
}

const keyOf = (it: Leg) => `${it.owner} ${it.blockNumber} ${encodePosition(it)} ${it.isInbound}`;
const byKey = (legs: Leg[]) => new Map(legs.map((it) => [keyOf(it), { tokenId: undefined, ...it }]));

test("any leg is read as it was copied", async () => {
  const legs = fc.uniqueArray(anyLeg, { selector: keyOf, minLength: 1, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(legs, async (given) => {
      await sql`truncate leg`.execute(db);
      await copyLegs(db, "eth", given);
      expect(byKey(await readLegs())).toEqual(byKey(given));
    }),
    { numRuns: 40 },
  );
});

test("zero, powers of ten and the largest uint256 are read exactly", async () => {
  const rawAmounts = [0n, 9999n, 10_000n, 10_001n, 10n ** 18n, 2n ** 256n - 1n];
  const given = rawAmounts.map((rawAmount, index) => testLeg({ rawAmount, index }));
  await copyLegs(db, "eth", given);
  expect(byKey(await readLegs())).toEqual(byKey(given));
  const { rows } = await sql<{ total: string }>`select sum(raw_amount) as total from leg`.execute(db);
  expect(BigInt(rows[0]?.total ?? 0)).toBe(rawAmounts.reduce((sum, it) => sum + it));
});

test("more legs than fit a chunk are copied, and no legs are not an error", async () => {
  await copyLegs(db, "eth", []);
  await copyLegs(
    db,
    "eth",
    Array.from({ length: 5003 }, (_, index) => testLeg({ index })),
  );
  expect(await readLegs()).toHaveLength(5003);
});

test("an invalid address, hash or uint256 is refused, and the connection stays usable", async () => {
  const shortAddress: Address = "0x12";
  await expect(copyLegs(db, "eth", [testLeg({ owner: shortAddress })])).rejects.toThrow("Not 20 bytes in hex: 0x12");
  await expect(copyLegs(db, "eth", [testLeg({ txHash: `0x${"zz".repeat(32)}` })])).rejects.toThrow("Not 32 bytes");
  await expect(copyLegs(db, "eth", [testLeg({ rawAmount: 2n ** 256n })])).rejects.toThrow("Not a uint256");
  await expect(copyLegs(db, "eth", [testLeg({ rawAmount: -1n })])).rejects.toThrow("Not a uint256: -1");
  await copyLegs(db, "eth", [testLeg()]);
  expect(await readLegs()).toHaveLength(1);
});

test("an existing leg fails the whole transaction", async () => {
  await copyLegs(db, "eth", [testLeg()]);
  const again = inTransaction(db, async (tx) => {
    await copyLegs(tx, "eth", [testLeg({ index: 1 })]);
    await copyLegs(tx, "eth", [testLeg()]);
  });
  await expect(again).rejects.toThrow("duplicate key");
  expect(await readLegs()).toHaveLength(1);
});
