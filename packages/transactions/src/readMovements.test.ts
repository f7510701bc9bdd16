import { NATIVE_TOKEN, topics, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import fc from "fast-check";
import { concatHex, encodeAbiParameters, numberToHex, padHex, parseAbiParameters } from "viem";
import type { Hex } from "viem";
import { expect, test } from "vitest";
import type { MovementChain } from "./readMovements.ts";
import { readMovements } from "./readMovements.ts";
import { alice, bob, carol, nft, token, weth } from "./testing/encodeCall.ts";

const celo: Address = "0x471ece3750da237f93b8e339c536989b8978a438";
const permit2: Address = "0x000000000022d473030f116ddee9f6b43ac78ba3";
const chain: MovementChain = { id: "eth", nativeErc20: celo, wrappedToken: weth };

const word = (value: Address | bigint | number): Hex =>
  typeof value === "string" ? padHex(value) : numberToHex(value, { size: 32 });
const read = (address: Address, words: Hex[], ...data: (Address | bigint | number)[]) =>
  readMovements(chain, [{ address, topics: words, data: concatHex(data.map(word)) }]);

test("transfers of tokens and NFTs, also of those without indexed arguments", () => {
  const moved = { from: alice, to: bob };
  const one = { kind: "nft", contract: nft, tokenId: 7n, isErc1155: false, rawAmount: 1n, ...moved };
  expect(read(token, [topics.transfer, word(alice), word(bob)], 5)).toEqual([
    { kind: "token", token, rawAmount: 5n, ...moved },
  ]);
  expect(read(nft, [topics.transfer, word(alice), word(bob), word(7)])).toEqual([one]);
  expect(read(nft, [topics.transfer], alice, bob, 7)).toEqual([one]);
  const shouting = token.toUpperCase().replace("0X", "0x") as Address;
  expect(read(shouting, [topics.transfer, word(alice), word(bob)], 5)).toMatchObject([{ token }]);
});

test("an ERC-20 view of the coin moves nothing, but what it allows is the coin", () => {
  expect(read(celo, [topics.transfer, word(alice), word(bob)], 5)).toEqual([]);
  const allowed = {
    kind: "approval",
    token: NATIVE_TOKEN,
    owner: alice,
    spender: bob,
    rawAmount: 5n,
    isPermit2: false,
  };
  expect(read(celo, [topics.approval, word(alice), word(bob)], 5)).toEqual([allowed]);
});

test("ERC-1155: one, and a batch whose lists are as long as each other", () => {
  const moved = { kind: "nft", contract: nft, isErc1155: true, from: alice, to: bob };
  const parties = [word(carol), word(alice), word(bob)];
  expect(read(nft, [topics.transferSingle, ...parties], 7, 2)).toEqual([{ ...moved, tokenId: 7n, rawAmount: 2n }]);
  const batch = (ids: bigint[], values: bigint[]) => {
    const data = encodeAbiParameters(parseAbiParameters("uint256[], uint256[]"), [ids, values]);
    return readMovements(chain, [{ address: nft, topics: [topics.transferBatch, ...parties], data }]);
  };
  expect(batch([7n, 8n], [2n, 3n])).toEqual([
    { ...moved, tokenId: 7n, rawAmount: 2n },
    { ...moved, tokenId: 8n, rawAmount: 3n },
  ]);
  expect([batch([], []), batch([7n], [])]).toEqual([[], []]);
  expect(read(nft, [topics.transferBatch, ...parties], 64, 2 ** 40)).toEqual([]);
});

test("wraps and unwraps of the chain's own wrapped coin, and of no other contract", () => {
  const inbound = { kind: "token", token: weth, from: ZERO_ADDRESS, to: alice, rawAmount: 5n };
  expect(read(weth, [topics.wrappedDeposit, word(alice)], 5)).toEqual([inbound]);
  expect(read(weth, [topics.wrappedWithdrawal, word(alice)], 5)).toEqual([
    { ...inbound, from: alice, to: ZERO_ADDRESS },
  ]);
  expect(read(token, [topics.wrappedDeposit, word(alice)], 5)).toEqual([]);
  expect(read(weth, [topics.wrappedDeposit, word(alice), word(bob)], 5)).toEqual([]);
});

test("what is allowed: tokens, single NFTs, collections", () => {
  const [owner, spender] = [alice, bob];
  expect(read(token, [topics.approval, word(alice), word(bob)], 0)).toEqual([
    { kind: "approval", token, owner, spender, rawAmount: 0n, isPermit2: false },
  ]);
  expect(read(nft, [topics.approval, word(alice), word(bob), word(7)])).toEqual([
    { kind: "nft_approval", contract: nft, tokenId: 7n, owner, spender },
  ]);
  for (const approved of [0, 1, 2]) {
    expect(read(nft, [topics.approvalForAll, word(alice), word(bob)], approved)).toEqual([
      { kind: "collection_approval", contract: nft, owner, spender, isApproved: approved > 0 },
    ]);
  }
  expect(read(token, [topics.approval, word(ZERO_ADDRESS), word(bob)], 5)).toEqual([]);
  expect(read(nft, [topics.approvalForAll, word(ZERO_ADDRESS), word(bob)], 1)).toEqual([]);
});

test("what Permit2 says is allowed, which nobody else can say", () => {
  const allowed = { kind: "approval", token, owner: alice, spender: bob, rawAmount: 5n, isPermit2: true };
  const words = [word(alice), word(token), word(bob)];
  expect(read(permit2, [topics.permit2Approval, ...words], 5, 9)).toEqual([allowed]);
  expect(read(permit2, [topics.permit2Permit, ...words], 5, 9, 0)).toEqual([allowed]);
  expect(read(permit2, [topics.permit2Lockdown, word(alice)], token, bob)).toEqual([{ ...allowed, rawAmount: 0n }]);
  expect(read(token, [topics.permit2Approval, ...words], 5, 9)).toEqual([]);
  expect(read(token, [topics.permit2Lockdown, word(alice)], token, bob)).toEqual([]);
});

test("logs keep their order, and one that only shares a topic says nothing", () => {
  const dirty: Hex = `0x${"11".repeat(32)}`;
  const log = (words: Hex[], data: Hex) => ({ address: token, topics: words, data });
  const logs = [
    log([topics.transfer, word(bob), word(alice)], word(1)),
    log([topics.transfer, dirty, word(alice)], word(2)),
    log([topics.transfer, word(bob)], word(3)),
    log([topics.transfer, word(bob), word(alice)], "0x"),
    log([topics.upgraded, word(bob)], "0x"),
    log([], "0x"),
    log([topics.approval, word(bob), word(alice)], word(4)),
  ];
  expect(readMovements(chain, logs)).toMatchObject([
    { kind: "token", rawAmount: 1n },
    { kind: "approval", rawAmount: 4n },
  ]);
});

test("no log makes it throw", () => {
  const anyWord = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);
  const anyTopic = fc.constantFrom(...Object.values(topics));
  const anyParty = fc.constantFrom(word(alice), word(bob), word(1), word(2n ** 200n));
  const anyLog = fc.record({
    address: fc.constantFrom(token, weth, permit2, celo),
    topics: fc
      .tuple(anyTopic, fc.array(fc.oneof(anyWord, anyParty), { maxLength: 3 }))
      .map(([first, more]) => [first, ...more]),
    data: fc
      .array(fc.oneof(anyWord, anyParty), { maxLength: 6 })
      .map((all) => (all.length > 0 ? concatHex(all) : "0x")),
  });
  const all = fc.sample(anyLog, 1_000);
  expect(readMovements(chain, all).length).toBeGreaterThan(10);
});
