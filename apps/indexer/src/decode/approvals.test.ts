import { getChain, getPermit2, NATIVE_TOKEN, topics } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { LegKind } from "@portico/store";
import fc from "fast-check";
import type { RpcLog } from "viem";
import { expect, test } from "vitest";
import { createChanges } from "../chain/changes.ts";
import type { Changes } from "../chain/changes.ts";
import { decodeApproval, decodeApprovalForAll, decodeLockdown, decodePermit2Approval } from "./approvals.ts";
import type { LogDecoder } from "./logDecoder.ts";

const address = (last: string): Address => `0x${last.padStart(40, "0")}`;
const [TOKEN, OWNER, SPENDER] = [address("c0de"), address("a11ce"), address("e0")];
const PERMIT2 = getPermit2("eth");
const word = (value: bigint | Address): Hex => `0x${BigInt(value).toString(16).padStart(64, "0")}`;
const words = (...values: (bigint | Address)[]): Hex => `0x${values.map((value) => word(value).slice(2)).join("")}`;
const location = { blockNumber: 7n, timeAt: 1_763_000_000, txIndex: 2, txHash: word(1n), index: 3, subIndex: 0 };

function decode(
  decoder: LogDecoder,
  log: { address?: Address; topics: Hex[]; data?: Hex },
  chain = getChain("eth"),
): Changes {
  const changes = createChanges();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of a log is for others
  const full = { address: TOKEN, data: "0x", ...log } as unknown as RpcLog;
  decoder(chain, full, location, changes);
  return changes;
}

const at = { blockNumber: 7n, timeAt: 1_763_000_000 };
const leg = (kind: LegKind, rawAmount: bigint, token = TOKEN) => ({
  ...location,
  kind,
  subIndex: 0,
  isInbound: false,
  owner: OWNER,
  token,
  counterparty: SPENDER,
  rawAmount,
});
const isUnchanged = ({ legs, pairs, nfts, approvals, nftApprovals, operatorApprovals }: Changes) =>
  legs.length + pairs.size + nfts.size + approvals.size + nftApprovals.size + operatorApprovals.size === 0;

test("an ERC-20 approval is a leg, and its allowance and the pair are queued for reading", () => {
  const changes = decode(decodeApproval, { topics: [topics.approval, word(OWNER), word(SPENDER)], data: words(5n) });
  expect(changes.legs).toEqual([leg(LegKind.approval, 5n)]);
  expect(changes.pairs.list()).toEqual([{ owner: OWNER, token: TOKEN }]);
  const key = { owner: OWNER, token: TOKEN, spender: SPENDER, isPermit2: false };
  expect([...changes.approvals.values()]).toEqual([{ ...key, ...at }]);
});

test("an ERC-721 approval is of one NFT, and an approval of the zero address revokes it", () => {
  const approve = (spender: bigint | Address) =>
    decode(decodeApproval, { topics: [topics.approval, word(OWNER), word(spender), word(9n)] });
  const changes = approve(SPENDER);
  expect(changes.legs).toEqual([{ ...leg(LegKind.nftApproval, 1n), tokenId: 9n }]);
  expect([...changes.nftApprovals.values()]).toEqual([
    { owner: OWNER, contract: TOKEN, tokenId: 9n, spender: SPENDER, ...at },
  ]);
  expect([...changes.nfts.values()]).toEqual([{ owner: OWNER, contract: TOKEN, tokenId: 9n, isErc1155: false }]);
  expect([changes.pairs.size, changes.approvals.size]).toEqual([0, 0]);
  expect(approve(0n).legs).toMatchObject([{ rawAmount: 0n, counterparty: address("") }]);
});

test.each([
  [1n, 1n],
  [0n, 0n],
])("an operator approval of %i is a leg of %i and queued for reading", (approved, rawAmount) => {
  const log = { topics: [topics.approvalForAll, word(OWNER), word(SPENDER)], data: words(approved) };
  const changes = decode(decodeApprovalForAll, log);
  expect(changes.legs).toEqual([leg(LegKind.operatorApproval, rawAmount)]);
  expect([...changes.operatorApprovals.values()]).toEqual([
    { owner: OWNER, contract: TOKEN, operator: SPENDER, ...at },
  ]);
});

test("Permit2's allowances are read from its approvals, signatures and lockdowns", () => {
  const indexed = [word(OWNER), word(TOKEN), word(SPENDER)];
  const approval = { address: PERMIT2, topics: [topics.permit2Approval, ...indexed], data: words(5n, 99n) };
  const permit = { address: PERMIT2, topics: [topics.permit2Permit, ...indexed], data: words(6n, 99n, 1n) };
  const lockdown = { address: PERMIT2, topics: [topics.permit2Lockdown, word(OWNER)], data: words(TOKEN, SPENDER) };
  const all = [
    decode(decodePermit2Approval, approval),
    decode(decodePermit2Approval, permit),
    decode(decodeLockdown, lockdown),
  ];
  const key = { owner: OWNER, token: TOKEN, spender: SPENDER, isPermit2: true };
  for (const [index, rawAmount] of [5n, 6n, 0n].entries()) {
    expect(all[index]?.legs).toEqual([leg(LegKind.permit2Approval, rawAmount)]);
    expect(all[index]?.pairs.list()).toEqual([{ owner: OWNER, token: TOKEN }]);
    expect([...all[index]!.approvals.values()]).toEqual([{ ...key, ...at }]);
  }
  expect(isUnchanged(decode(decodePermit2Approval, { ...approval, address: TOKEN }))).toBe(true);
  expect(isUnchanged(decode(decodeLockdown, { ...lockdown, address: TOKEN }))).toBe(true);
  expect(isUnchanged(decode(decodePermit2Approval, approval, getChain("era")))).toBe(true);
});

test("the ERC-20 view of the native coin counts as the coin", () => {
  const celo = getChain("celo");
  const log = { address: celo.nativeErc20!, topics: [topics.approval, word(OWNER), word(SPENDER)], data: words(5n) };
  expect(decode(decodeApproval, log, celo).pairs.list()).toEqual([{ owner: OWNER, token: NATIVE_TOKEN }]);
});

test.each<[string, LogDecoder, { address?: Address; topics: Hex[]; data?: Hex }]>([
  ["no amount", decodeApproval, { topics: [topics.approval, word(OWNER), word(SPENDER)] }],
  ["half an amount", decodeApproval, { topics: [topics.approval, word(OWNER), word(SPENDER)], data: "0x01" }],
  ["no spender", decodeApproval, { topics: [topics.approval, word(OWNER)], data: words(1n) }],
  ["nothing indexed", decodeApproval, { topics: [topics.approval], data: words(OWNER, SPENDER, 1n) }],
  ["no address", decodeApproval, { topics: [topics.approval, word(2n ** 200n), word(SPENDER)], data: words(1n) }],
  ["the zero address", decodeApproval, { topics: [topics.approval, word(0n), word(SPENDER)], data: words(1n) }],
  ["no flag", decodeApprovalForAll, { topics: [topics.approvalForAll, word(OWNER), word(SPENDER)] }],
  [
    "no token",
    decodePermit2Approval,
    { address: PERMIT2, topics: [topics.permit2Approval, word(OWNER)], data: words(1n, 1n) },
  ],
  [
    "a short lockdown",
    decodeLockdown,
    { address: PERMIT2, topics: [topics.permit2Lockdown, word(OWNER)], data: words(TOKEN) },
  ],
])("a log with %s changes nothing", (_what, decoder, log) => {
  expect(isUnchanged(decode(decoder, log))).toBe(true);
});

test("no log, however malformed, is an error", () => {
  const hex = (maxLength: number) =>
    fc.uint8Array({ maxLength }).map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);
  const anyWord = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(word), fc.constant(word(OWNER)));
  const log = fc.record({
    address: fc.constantFrom(TOKEN, PERMIT2),
    topics: fc.array(anyWord, { maxLength: 4 }),
    data: fc.oneof(
      hex(200),
      fc.array(fc.oneof(hex(32), anyWord)).map((list): Hex => `0x${list.map((it) => it.slice(2)).join("")}`),
    ),
  });
  const decoders = [decodeApproval, decodeApprovalForAll, decodePermit2Approval, decodeLockdown];
  fc.assert(
    fc.property(fc.constantFrom(...decoders), log, (decoder, malformed) => {
      for (const { owner, counterparty } of decode(decoder, malformed).legs) {
        expect(`${owner}${counterparty}`).toMatch(/^(0x[0-9a-f]{40}){2}$/);
      }
    }),
    { numRuns: 2_000 },
  );
});
