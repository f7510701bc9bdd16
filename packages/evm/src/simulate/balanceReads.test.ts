import { numberToHex, type Address, type Hex } from "viem";
import { expect, test } from "vitest";
import { topics } from "../topics.ts";
import { createBalanceReads } from "./balanceReads.ts";
import type { SimulatedLog, SimulateOptions } from "./simulation.ts";

const OWNER: Address = `0x${"a1".repeat(20)}`;
const OTHER: Address = `0x${"b2".repeat(20)}`;
const TOKEN: Address = `0x${"c3".repeat(20)}`;
const READER: Address = `0x${"d4".repeat(20)}`;
const word = (value: bigint): Hex => numberToHex(value, { size: 32 });
const [ofOwner, ofOther] = [word(BigInt(OWNER)), word(BigInt(OTHER))];
const options = { owner: OWNER } as SimulateOptions;

const gives = (address: Address, rawAmount: bigint): SimulatedLog => ({
  address,
  topics: [topics.transfer, ofOwner, ofOther],
  data: word(rawAmount),
});
const givesNft = (address: Address, id: bigint): SimulatedLog => ({
  address,
  topics: [topics.transfer, ofOwner, ofOther, word(id)],
  data: "0x",
});
const junk = (index: number): Address => numberToHex(index + 1, { size: 20 });

/** Reported changes if each call returns the same before and after, or fails. */
function compare(logs: readonly SimulatedLog[], answer: (to: Address) => [Hex | undefined, Hex | undefined]) {
  const { calls, compare: compareAmounts } = createBalanceReads(logs, options, READER);
  const answers = calls.map(({ to }) => (to === READER ? ([word(9n), word(9n)] as const) : answer(to)));
  const changes = compareAmounts({
    before: answers.map(([before]) => before),
    after: answers.map(([, after]) => after),
    fee: 0n,
  });
  return { calls, changes };
}

test("readable balances count, whatever the logs say", () => {
  const { changes } = compare([gives(TOKEN, 5n)], () => [word(10n), word(4n)]);
  expect(changes).toEqual({ tokens: [{ token: TOKEN, rawAmount: -6n }], nfts: [] });
});

test("a token without a readable balance neither hides a loss nor fakes one", () => {
  for (const [before, after] of [
    [undefined, undefined],
    [word(10n), undefined],
    [undefined, word(10n)],
  ] as const) {
    const { changes } = compare([gives(TOKEN, 5n), givesNft(OTHER, 3n)], () => [before, after]);
    const nft = { contract: OTHER, tokenId: 3n, isErc1155: false, rawAmount: -1n };
    expect(changes).toEqual({ tokens: [{ token: TOKEN, rawAmount: -5n }], nfts: [nft] });
  }
});

test("movements after hundreds of others of unknown tokens are reported, too", () => {
  const tokens = Array.from({ length: 300 }, (_, index) => gives(junk(index), 1n));
  const nfts = Array.from({ length: 300 }, (_, index) => givesNft(OTHER, BigInt(index)));
  const { calls, changes } = compare([...tokens, ...nfts, gives(TOKEN, 5n), givesNft(READER, 7n)], () => [
    word(1n),
    word(1n),
  ]);
  expect(calls).toHaveLength(301);
  expect(changes.tokens).toContainEqual({ token: TOKEN, rawAmount: -5n });
  expect(changes.nfts).toContainEqual({ contract: READER, tokenId: 7n, isErc1155: false, rawAmount: -1n });
});

test("tokens moved for the owner are read before other contracts with logs", () => {
  const noise = Array.from({ length: 300 }, (_, index) => ({ address: junk(index), topics: [], data: "0x" as Hex }));
  const { changes } = compare([...noise, gives(TOKEN, 5n)], (to) => [word(10n), to === TOKEN ? word(4n) : word(10n)]);
  expect(changes.tokens).toEqual([{ token: TOKEN, rawAmount: -6n }]);
});

test("the owner's gas fee is not a change of its coins", () => {
  const { calls, compare: compareAmounts } = createBalanceReads([], options, READER);
  expect(calls).toHaveLength(1);
  expect(compareAmounts({ before: [word(100n)], after: [word(63n)], fee: 30n }).tokens).toMatchObject([
    { rawAmount: -7n },
  ]);
});
