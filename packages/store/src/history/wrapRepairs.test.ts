import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { Leg } from "./leg.ts";
import { copyLegs } from "./legs.ts";
import { decodePosition, LegKind } from "./position.ts";
import { listWrapRepairs, repairWraps, type WrapLogs } from "./wrapRepairs.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);
beforeEach(async () => void (await sql`truncate leg, wrap_repair`.execute(db)));

const owner: Address = `0x${"aa".repeat(20)}`;
const coin: Address = "0x5300000000000000000000000000000000000004";
const tx = { blockNumber: 7n, txHash: `0x${"01".repeat(32)}` as const };
const unwrap = (index: number): Leg => ({
  ...tx,
  owner,
  txIndex: 0,
  kind: LegKind.token,
  index,
  subIndex: 0,
  isInbound: false,
  token: coin,
  counterparty: `0x${"00".repeat(20)}`,
  rawAmount: 5n,
  timeAt: 70,
});
const unwraps: WrapLogs = { owner, isInbound: false, rawAmount: 5n, transfers: [0, 3], eventCount: 2 };

/** Stores legs at these log indices, and repairs them. @returns the log indices that remain. */
async function repair(indices: readonly number[], logs: Partial<WrapLogs> | undefined): Promise<number[]> {
  await copyLegs(db, "scrl", indices.map(unwrap));
  await sql`insert into wrap_repair values (7, 'scrl', decode(repeat('01', 32), 'hex'))`.execute(db);
  const count = await repairWraps(db, "scrl", coin, { ...tx, logs: logs && [{ ...unwraps, ...logs }] });
  expect(await listWrapRepairs(db, "scrl", 9)).toEqual([]);
  const { rows } = await sql<{ position: bigint }>`select position from leg order by position`.execute(db);
  expect(count).toBe(indices.length - rows.length);
  return rows.map(({ position }) => decodePosition(position).index);
}

test.each<[string, number[], Partial<WrapLogs> | undefined, number[]]>([
  ["each stored twice", [0, 2, 3, 5], {}, [0, 3]],
  ["one of a Transfer was deleted before", [0, 2, 5], {}, [0, 2]],
  ["each stored once", [0, 3], {}, [0, 3]],
  ["of another amount", [0, 2, 3, 5], { rawAmount: 6n }, [0, 2, 3, 5]],
  ["more than the logs explain", [0, 2, 3, 5], { eventCount: 1 }, [0, 2, 3, 5]],
  ["of a coin without Transfers", [0, 2], { transfers: [], eventCount: 2 }, [0, 2]],
  ["of a transaction that is in another block now", [0, 2], undefined, [0, 2]],
])("unwraps %s: one leg per Transfer remains, as far as the logs explain it", async (_, stored, logs, left) => {
  expect(await repair(stored, logs)).toEqual(left);
});

test("waiting transactions are listed in order, page by page", async () => {
  await sql`
    insert into wrap_repair (chain, block_number, tx_hash)
    select chain, n, decode(repeat('01', 32), 'hex') from generate_series(1, 3) n, unnest('{scrl,bera}'::text[]) chain`.execute(
    db,
  );
  const [first, second, ...others] = await listWrapRepairs(db, "scrl", 9);
  expect([first?.blockNumber, others]).toEqual([1n, [{ ...tx, blockNumber: 3n }]]);
  expect(await listWrapRepairs(db, "scrl", 1, first)).toEqual([second]);
});
