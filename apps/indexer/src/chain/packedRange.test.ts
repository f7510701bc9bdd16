import { getChain, topics } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { expect, test } from "vitest";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { packLogs } from "../testing/blockLogs.ts";
import { packBlocks } from "./packedRange.ts";

const word = (value: bigint | Address): Hex => `0x${BigInt(value).toString(16).padStart(64, "0")}`;
const [ALICE, BOB, TOKEN, OTHER]: Address[] = ["a1", "b0", "70", "71"].map((byte): Address => `0x${byte.repeat(20)}`);
const [hash, parentHash] = [word(1n), word(2n)];

function createBlock(logs: readonly [token: Address, topics: Hex[]][]): SourceBlock {
  const location = {
    blockHash: hash,
    blockNumber: "0x5" as const,
    transactionHash: word(3n),
    transactionIndex: "0x0" as const,
  };
  const nothing = { withdrawals: [], rewards: [], transactions: [], internalTransfers: [], creations: [] };
  const rpcLogs = logs.map(([address, its], index) => ({
    ...location,
    address,
    topics: its as [Hex, ...Hex[]],
    data: word(7n),
    logIndex: `0x${index.toString(16)}` as const,
    removed: false,
  }));
  return { ...nothing, blockNumber: 5n, hash, parentHash, timeAt: 500, miner: undefined, logs: packLogs(rpcLogs) };
}

test("a transfer has two legs and a mint one; an approval has none, but marks its token as fungible", () => {
  const block = createBlock([
    [TOKEN!, [topics.transfer, word(ALICE!), word(BOB!)]],
    [TOKEN!, [topics.transfer, word(0n), word(BOB!)]],
    [OTHER!, [topics.approval, word(ALICE!), word(BOB!)]],
  ]);
  const range = packBlocks(getChain("eth"), [block]);
  expect(range).toMatchObject({ transferCount: 2, parentHash, blocks: [{ blockNumber: 5n, hash, timeAt: 500 }] });
  expect(range.legs.count).toBe(4);
  expect(range.fungibles).toEqual(new Set([TOKEN, OTHER]));
});
