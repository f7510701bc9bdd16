import { encodeAbiParameters, type Address, type Hex } from "viem";
import { expect, test } from "vitest";
import { ZERO_ADDRESS } from "../nativeToken.ts";
import { topics } from "../topics.ts";
import { listMoved, sumMoved } from "./moved.ts";

const A: Address = `0x${"a1".repeat(20)}`;
const B: Address = `0x${"b2".repeat(20)}`;
const TOKEN: Address = `0x${"c3".repeat(20)}`;
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, "0")}`;
const [ofA, ofB, ofZero] = [word(BigInt(A)), word(BigInt(B)), word(0n)];
const log = (logTopics: Hex[], data: Hex = "0x") => ({ address: TOKEN, topics: logTopics, data });
const lists = (ids: bigint[], amounts: bigint[]): Hex =>
  encodeAbiParameters([{ type: "uint256[]" }, { type: "uint256[]" }], [ids, amounts]);
const nft = { kind: "nft", contract: TOKEN, from: A, to: B };

test("transfers of tokens and NFTs are distinguished by their topics", () => {
  const legacy: Hex = `${ofA}${ofB.slice(2)}${word(5n).slice(2)}`;
  const logs = [
    log([topics.transfer, ofA, ofB], word(7n)),
    log([topics.transfer, ofA, ofB, word(4n)]),
    log([topics.transfer], legacy),
    log([topics.transferSingle, ofA, ofA, ofB], `${word(6n)}${word(2n).slice(2)}`),
    log([topics.transferBatch, ofA, ofA, ofB], lists([8n, 9n], [1n, 3n])),
  ];
  expect(listMoved(logs)).toEqual([
    { kind: "token", token: TOKEN, from: A, to: B, rawAmount: 7n },
    { ...nft, tokenId: 4n, isErc1155: false, rawAmount: 1n },
    { ...nft, tokenId: 5n, isErc1155: false, rawAmount: 1n },
    { ...nft, tokenId: 6n, isErc1155: true, rawAmount: 2n },
    { ...nft, tokenId: 8n, isErc1155: true, rawAmount: 1n },
    { ...nft, tokenId: 9n, isErc1155: true, rawAmount: 3n },
  ]);
});

test("a wrap with an additional Transfer counts once", () => {
  const deposit = log([topics.wrappedDeposit, ofA], word(3n));
  const logs = [log([topics.transfer, ofZero, ofA], word(3n)), deposit];
  const wrap = { kind: "token", token: TOKEN, from: ZERO_ADDRESS, to: A, rawAmount: 3n };
  expect(listMoved(logs, TOKEN)).toEqual([wrap]);
  expect(listMoved([deposit, log([topics.transfer, ofA, ofZero], word(1n))], TOKEN)).toEqual([
    wrap,
    { ...wrap, from: A, to: ZERO_ADDRESS, rawAmount: 1n },
  ]);
});

test("wraps count for the wrapped coin only, and logs that only look alike are ignored", () => {
  const wraps = [log([topics.wrappedDeposit, ofA], word(3n)), log([topics.wrappedWithdrawal, ofA], word(1n))];
  expect(listMoved(wraps, TOKEN)).toEqual([
    { kind: "token", token: TOKEN, from: ZERO_ADDRESS, to: A, rawAmount: 3n },
    { kind: "token", token: TOKEN, from: A, to: ZERO_ADDRESS, rawAmount: 1n },
  ]);
  expect(listMoved(wraps, A)).toEqual([]);
  const similar = [
    log([topics.transfer, ofA, ofB]),
    log([topics.transfer, ofA], word(1n)),
    log([topics.transferSingle, ofA, ofA], word(1n)),
    log([topics.transferSingle, ofA, ofA, ofB], word(1n)),
    log([topics.transferBatch, ofA, ofA, ofB], "0x1234"),
    log([topics.transferBatch, ofA, ofA, ofB], lists([1n, 2n], [1n])),
    log([]),
  ];
  expect(listMoved(similar)).toEqual([]);
});

test("an owner's changes are net amounts; amounts that return are not a change", () => {
  const logs = [
    log([topics.transfer, ofA, ofB], word(7n)),
    log([topics.transfer, ofZero, ofA], word(2n)),
    log([topics.transfer, ofA, ofB, word(4n)]),
    log([topics.transfer, ofB, ofA, word(4n)]),
    log([topics.transfer, ofB, ofA, word(5n)]),
    log([topics.transfer, ofA, ofA], word(9n)),
  ];
  expect(sumMoved(listMoved(logs), A)).toEqual({
    tokens: [{ token: TOKEN, rawAmount: -5n }],
    nfts: [{ contract: TOKEN, tokenId: 5n, isErc1155: false, rawAmount: 1n }],
  });
});
