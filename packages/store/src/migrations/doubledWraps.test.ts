import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Address } from "../encoding/bytea.ts";
import { ensureChainState } from "../chains/chains.ts";
import { copyLegs } from "../history/legs.ts";
import { listWrapRepairs } from "../history/wrapRepairs.ts";
import { migrate } from "./migrate.ts";
import { LegKind, decodePosition } from "../history/position.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { Leg } from "../history/leg.ts";

const owner: Address = `0x${"aa".repeat(20)}`;
const coin: Address = "0x5300000000000000000000000000000000000004";
const wrap = (index: number, more: Partial<Leg> = {}): Leg => ({
  owner,
  blockNumber: 7n,
  txIndex: 0,
  kind: LegKind.token,
  index,
  subIndex: 0,
  isInbound: true,
  token: coin,
  counterparty: `0x${"00".repeat(20)}`,
  rawAmount: 5n,
  txHash: `0x${"01".repeat(32)}`,
  timeAt: 70,
  ...more,
});

test("wraps that were stored twice are stored once, and others remain", async () => {
  const { db, drop } = await createTestDatabase({ template: "template1" });
  await migrate(db, { upTo: "0021_block_times" });
  await ensureChainState(db, { chain: "scrl", chainId: 534_352, startBlock: 0n });
  const [later, other] = [{ blockNumber: 8n }, { blockNumber: 9n }];
  const legs = [
    ...[0, 1, 2, 3].map((index) => wrap(index)), // two wraps of the same amount
    ...[4, 5].map((index) => wrap(index, { isInbound: false, rawAmount: 6n })),
    ...[0, 2].map((index) => wrap(index, later)), // two that were stored once each
    ...[0, 1].map((index) => wrap(index, { ...other, rawAmount: BigInt(index) })),
    ...[2, 3].map((index) => wrap(index, { ...other, token: owner })),
    ...[4, 5].map((index) => wrap(index, { ...other, counterparty: coin })),
  ];
  await copyLegs(db, "scrl", legs);
  await copyLegs(db, "base", [wrap(0), wrap(1)]);
  await migrate(db);
  const { rows } = await sql<{ chain: string; block: bigint; position: bigint }>`
    select chain, block_number as block, position from leg order by chain, block_number, position`.execute(db);
  const left = rows.map(({ chain, block, position }) => `${chain} ${block} ${decodePosition(position).index}`);
  expect(left.join()).toBe(
    "base 7 0,base 7 1,scrl 7 0,scrl 7 2,scrl 7 4,scrl 8 0,scrl 8 2,scrl 9 0,scrl 9 1,scrl 9 2,scrl 9 3,scrl 9 4,scrl 9 5",
  );
  const unsure = async (chain: string) => (await listWrapRepairs(db, chain, 9)).map(({ blockNumber }) => blockNumber);
  expect([await unsure("scrl"), await unsure("base")]).toEqual([[7n, 8n], []]); // receipts decide
  await drop();
});
