import { encodeAbiParameters, parseAbiParameters } from "viem";
import type { Address } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAllowances, readOperatorApprovals } from "./allowances.ts";
import { getChain } from "./chains.ts";
import { NATIVE_TOKEN } from "./nativeToken.ts";
import { getPermit2 } from "./permit2.ts";
import { createRpc } from "./rpc.ts";
import type { Rpc } from "./rpc.ts";
import { startTestAnvil } from "./testing/anvil.ts";
import type { TestAnvil } from "./testing/anvil.ts";
import {
  answersBytes,
  answersWord,
  EATS_GAS,
  RETURNS_MEGABYTES,
  RETURNS_ONE_BYTE,
  REVERTS,
} from "./testing/contracts.ts";

const address = (last: string): Address => `0x${last.padStart(40, "0")}`;
const [OWNER, SPENDER] = [address("b001"), address("b002")];
const ALL = 2n ** 256n - 1n;
const CONTRACTS = {
  six: [address("a001"), answersWord(6n)],
  all: [address("a002"), answersWord(ALL)],
  yes: [address("a003"), answersWord(1n)],
  no: [address("a004"), answersWord(0n)],
  reverting: [address("a005"), REVERTS],
  eater: [address("a006"), EATS_GAS],
  bomb: [address("a007"), RETURNS_MEGABYTES],
  short: [address("a008"), RETURNS_ONE_BYTE],
} as const;
const [SIX, ALL_OF_IT, YES, NO] = [CONTRACTS.six[0], CONTRACTS.all[0], CONTRACTS.yes[0], CONTRACTS.no[0]];
const BAD = [CONTRACTS.reverting[0], CONTRACTS.eater[0], CONTRACTS.bomb[0], CONTRACTS.short[0], address("a009")];
const eth = getChain("eth");

let anvil: TestAnvil;
let rpc: Rpc;
let blockNumber: bigint;

beforeAll(async () => {
  anvil = await startTestAnvil(1);
  rpc = createRpc({ chain: eth, urls: [anvil.url] });
  for (const [at, code] of Object.values(CONTRACTS)) await anvil.setCode(at, code);
  const words = encodeAbiParameters(parseAbiParameters("uint160, uint48, uint48"), [2n ** 160n - 1n, 1_763_000_000, 7]);
  await anvil.setCode(getPermit2("eth"), answersBytes(words));
  await anvil.installMulticall3(eth.multicall3!);
  await anvil.call("anvil_mine", "0x1");
  blockNumber = await rpc.getBlockNumber();
});

afterAll(() => anvil.stop());

const key = (token: Address, isPermit2 = false) => ({ owner: OWNER, token, spender: SPENDER, isPermit2 });

test("an allowance is the token's value, or null if that is invalid, beside any number of bad tokens", async () => {
  const keys = [SIX, ...BAD, ALL_OF_IT, ...BAD].map((token) => key(token));
  expect(await readAllowances(rpc, keys, { blockNumber, chain: eth })).toEqual([
    { rawAmount: 6n, expiresAt: null },
    ...BAD.map(() => null),
    { rawAmount: ALL, expiresAt: null },
    ...BAD.map(() => null),
  ]);
});

test("within Permit2 it is Permit2's value, with its expiration", async () => {
  const within = [key(SIX, true), key(SIX), key(BAD[0]!, true)];
  const expected = { rawAmount: 2n ** 160n - 1n, expiresAt: 1_763_000_000n };
  expect(await readAllowances(rpc, within, { blockNumber, chain: eth })).toEqual([
    expected,
    { rawAmount: 6n, expiresAt: null },
    expected,
  ]);
  const chain = { ...eth, slug: "era" }; // where Permit2 has another address, without code here
  expect(await readAllowances(rpc, within, { blockNumber, chain })).toMatchObject([null, { rawAmount: 6n }, null]);
});

test("for native coin it is the ERC-20 view's value, in the coin's own units", async () => {
  const read = (nativeErc20: Address | null) =>
    readAllowances(rpc, [key(NATIVE_TOKEN)], { blockNumber, chain: { ...eth, nativeErc20 } });
  expect(await read(SIX)).toEqual([{ rawAmount: 6n * 10n ** 12n, expiresAt: null }]); // 6 of 6 decimals
  expect(await read(YES)).toEqual([{ rawAmount: 10n ** 17n, expiresAt: null }]); // 1 of 1 decimal
  expect(await read(ALL_OF_IT)).toEqual([null]); // its decimals are invalid
  expect(await read(null)).toEqual([null]);
});

test("an operator is approved, not approved or unknown", async () => {
  const keys = [YES, NO, SIX, ...BAD].map((contract) => ({ owner: OWNER, contract, operator: SPENDER }));
  const answers = await readOperatorApprovals(rpc, keys, { blockNumber });
  expect(answers).toEqual([true, false, null, ...BAD.map(() => null)]);
});
