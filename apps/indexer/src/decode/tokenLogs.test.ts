import { ByteTable, getChain, topics } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { toEventSelector } from "viem";
import { expect, test } from "vitest";
import { addTokens } from "../chain/chainWork.ts";
import type { BlockLogs } from "../source/blockLogs.ts";
import type { SourceBlock } from "../source/sourceBlock.ts";
import { hashOfTx, TEST_BLOCK, toTestBlock } from "../testing/testLogs.ts";
import { findTokenLogs, MAX_NAMED_OWNERS } from "./tokenLogs.ts";

const word = (value: bigint | Address): Hex => `0x${BigInt(value).toString(16).padStart(64, "0")}`;
const repeat = (byte: string): Address => `0x${byte.repeat(20)}`;
const [ALICE, BOB, TOKEN, OTHER] = [repeat("a1"), repeat("b0"), repeat("70"), repeat("71")];
const CREDITED = toEventSelector("Credited(address,uint256)");
const eth = getChain("eth");
const known = new ByteTable(20);
addTokens(known, [TOKEN, eth.wrappedToken!]);

type Entry = [token: Address, its: readonly Hex[], txIndex?: number];

function toBlock(entries: readonly Entry[], changed: Partial<BlockLogs> = {}): SourceBlock {
  const block = toTestBlock(
    entries.map(([token, its, txIndex = 0]) => ({ address: token, topics: its, words: [7n], txIndex })),
  );
  return { ...block, logs: { ...block.logs, ...changed } };
}

const list = (entries: readonly Entry[], changed?: Partial<BlockLogs>) =>
  findTokenLogs(eth, toBlock(entries, changed), known).map(
    ({ owner, token, txIndex, logIndex }) => `${owner} ${token} ${txIndex} ${logIndex}`,
  );

test("any event of a known token names the addresses in its topics, each once per transaction", () => {
  expect(
    list([
      [TOKEN, [CREDITED, word(ALICE)]],
      [TOKEN, [CREDITED, word(5n), word(BOB), word(ALICE)]],
      [TOKEN, [CREDITED, word(ALICE)], 3],
      [OTHER, [CREDITED, word(ALICE)]],
      [TOKEN, [CREDITED]],
      [TOKEN, [CREDITED, word(2n ** 255n), word(2n ** 95n), word(0n)]],
    ]),
  ).toEqual([`${ALICE} ${TOKEN} 0 0`, `${BOB} ${TOKEN} 0 1`, `${ALICE} ${TOKEN} 3 2`]);
  const { blockNumber, timeAt } = TEST_BLOCK;
  expect(findTokenLogs(eth, toBlock([[TOKEN, [CREDITED, word(ALICE)], 3]]), known)).toEqual([
    { owner: ALICE, token: TOKEN, blockNumber, timeAt, txIndex: 3, logIndex: 0, txHash: hashOfTx(3) },
  ]);
});

test("events with known effects don't, nor those beside the owner's Transfer", () => {
  expect(
    list([
      [TOKEN, [topics.approval, word(ALICE), word(BOB)]],
      [TOKEN, [topics.transfer, word(ALICE), word(BOB)]],
      [TOKEN, [CREDITED, word(ALICE), word(BOB)]],
      [OTHER, [topics.transfer, word(ALICE), word(BOB)], 1],
      [TOKEN, [CREDITED, word(ALICE)], 1],
      [eth.wrappedToken!, [topics.wrappedDeposit, word(ALICE)]],
      [TOKEN, [topics.wrappedDeposit, word(BOB)], 2],
    ]),
  ).toEqual([`${ALICE} ${TOKEN} 1 4`, `${BOB} ${TOKEN} 2 6`]);
});

test("a block's own logs are read, also those without a requested topic if the batch is complete", () => {
  const entries: Entry[] = [
    [TOKEN, [CREDITED, word(ALICE)]],
    [TOKEN, [CREDITED, word(BOB)]],
  ];
  expect(list(entries, { picks: [1] })).toEqual([`${BOB} ${TOKEN} 0 1`]);
  expect(list(entries, { picks: [], isComplete: true })).toHaveLength(2);
});

test("a token can name a limited number of owners in a block; then it names itself", () => {
  const ownerAt = (n: number): Address => `0x${(2n ** 152n + BigInt(n)).toString(16).padStart(40, "0")}`;
  const entries = Array.from({ length: 100 }, (_, n): Entry => [TOKEN, [CREDITED, word(ownerAt(n))]]);
  const owners = list([...entries, ...entries]).map((line) => line.slice(0, 42));
  expect(owners).toEqual([...Array.from({ length: MAX_NAMED_OWNERS }, (_, n) => ownerAt(n)), TOKEN]);
});
