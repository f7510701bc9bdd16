import { afterAll, beforeAll, expect, test } from "vitest";
import { copyBlocks } from "../chains/blocks.ts";
import { advanceChain, ensureChainState } from "../chains/chains.ts";
import type { Address } from "../encoding/bytea.ts";
import { createTestDatabase } from "../testing/testDatabase.ts";
import type { Leg } from "./leg.ts";
import { copyLegs } from "./legs.ts";
import { readLegWindows, type LegWindow } from "./legWindows.ts";
import { LegKind } from "./position.ts";

const { db, drop } = await createTestDatabase();
afterAll(drop);

const alice: Address = `0x${"a1".repeat(20)}`;
const bob: Address = `0x${"b0".repeat(20)}`;
const busy: Address = `0x${"c1".repeat(20)}`;
const token: Address = `0x${"cd".repeat(20)}`;
/** Blocks 0 to 9, ten seconds apart. */
const timeOf = (blockNumber: bigint): number => 1000 + 10 * Number(blockNumber);
const hash = (n: bigint): `0x${string}` => `0x${n.toString(16).padStart(64, "0")}`;
const leg = (blockNumber: bigint, fields: Partial<Leg> = {}): Leg => ({
  owner: alice,
  blockNumber,
  txIndex: 1,
  kind: LegKind.token,
  index: 1,
  subIndex: 0,
  isInbound: true,
  token,
  counterparty: bob,
  rawAmount: blockNumber,
  txHash: hash(blockNumber),
  timeAt: timeOf(blockNumber),
  ...fields,
});

beforeAll(async () => {
  for (const [chain, chainId] of [
    ["eth", 1],
    ["base", 8453],
    ["arb", 42_161],
  ] as const) {
    await ensureChainState(db, { chain, chainId, startBlock: 0n });
    const blocks = Array.from({ length: 10 }, (_, n) => ({
      blockNumber: BigInt(n),
      timeAt: timeOf(BigInt(n)),
      hash: hash(BigInt(n)),
    }));
    await copyBlocks(db, chain, blocks);
    const head = blocks[8]!;
    if (chain !== "arb") await advanceChain(db, chain, { logs: head, balances: head });
  }
  await copyLegs(db, "eth", [
    leg(1n),
    leg(3n, { kind: LegKind.event, subIndex: 140, rawAmount: 42_162n, tokenId: 2n ** 255n }),
    leg(4n, { kind: LegKind.fee }),
    leg(5n, { kind: LegKind.native, isInbound: false }),
    leg(5n, { owner: bob }),
    leg(9n),
    ...Array.from({ length: 1_000 }, (_, index) => leg(2n, { owner: busy, index })),
  ]);
  await copyLegs(db, "base", [leg(3n, { rawAmount: 30n })]);
  await copyLegs(db, "arb", [leg(3n)]);
});

const read = async (windows: LegWindow[], owner = alice) => {
  const { legs, isCut } = await readLegWindows(db, owner, windows);
  return { isCut, legs: legs.map(({ chain, timeAt, kind }) => `${chain} ${timeAt} ${kind}`).toSorted() };
};

test("movements and events of a period, on a chain or on all that are read, up to their heads", async () => {
  expect(await read([{ chain: "eth", from: 1020, to: 1050 }])).toEqual({
    isCut: false,
    legs: ["eth 1030 12", "eth 1050 2"],
  });
  const all = ["base 1030 0", "eth 1010 0", "eth 1030 12", "eth 1050 2"];
  expect(await read([{ chain: undefined, from: 0, to: 9999 }])).toEqual({ isCut: false, legs: all });
  expect(await read([{ chain: "arb", from: 0, to: 9999 }])).toEqual({ isCut: false, legs: [] });
  expect(await read([])).toEqual({ isCut: false, legs: [] });
  expect(await read([{ chain: undefined, from: 0, to: 9999 }], `0x${"dd".repeat(20)}`)).toEqual({
    isCut: false,
    legs: [],
  });
});

test("legs of overlapping periods are returned once, with all their fields", async () => {
  const { legs } = await readLegWindows(db, alice, [
    { chain: "eth", from: 1030, to: 1030 },
    { chain: undefined, from: 1025, to: 1035 },
  ]);
  expect(legs.filter(({ chain }) => chain === "eth")).toEqual([
    {
      chain: "eth",
      txHash: hash(3n),
      timeAt: 1030,
      kind: LegKind.event,
      index: 1,
      subIndex: 140,
      isInbound: true,
      token,
      tokenId: 2n ** 255n,
      counterparty: bob,
      rawAmount: 42_162n,
    },
  ]);
});

test("a period with too many legs is cut, and this is reported", async () => {
  const found = await readLegWindows(db, busy, [{ chain: "eth", from: 1000, to: 1080 }]);
  expect([found.isCut, found.legs.length]).toEqual([true, 1_000]);
});
