import { encodeAbiParameters, stringToHex } from "viem";
import type { Address, Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getChain } from "./chains.ts";
import { createRpc } from "./rpc.ts";
import type { Rpc } from "./rpc.ts";
import { startTestAnvil } from "./testing/anvil.ts";
import type { TestAnvil } from "./testing/anvil.ts";
import { answersBytes, answersByStart, EATS_GAS, REVERTS } from "./testing/contracts.ts";
import { readTokenDetails, readTotalSupplies } from "./tokenDetails.ts";

const address = (last: string): Address => `0x${last.padStart(40, "0")}`;

const DECIMALS = "313ce56700000000";
const SUPPLY = "18160ddd00000000";
const BALANCE = "70a0823100000000";
const IS_165 = "01ffc9a701ffc9a7";
const IS_ALL = "01ffc9a7ffffffff";
const IS_721 = "01ffc9a780ac58cd";
const IS_1155 = "01ffc9a7d9b67a26";
const MAX = 2n ** 256n - 1n;

/** A contract's return values, by the first 8 hex digits of the calldata, and its standard. */
const CASES: Record<string, [answers: Record<string, bigint>, standard: string, totalSupply: bigint | null]> = {
  "an ERC-20": [{ [DECIMALS]: 6n, [SUPPLY]: 5n, [BALANCE]: 0n }, "erc20", 5n],
  "an ERC-20 that refuses balances": [{ [DECIMALS]: 6n, [SUPPLY]: MAX }, "erc20", MAX],
  "an ERC-20 without decimals": [{ [SUPPLY]: 5n, [BALANCE]: 0n }, "erc20", 5n],
  "one with absurd decimals": [{ [DECIMALS]: MAX, [SUPPLY]: 5n, [BALANCE]: 1n }, "erc20", 5n],
  "a hybrid with an ERC-20's parts": [{ [DECIMALS]: 18n, [SUPPLY]: 5n, [IS_165]: 1n, [IS_721]: 1n }, "erc20", 5n],
  "an ERC-721": [{ [SUPPLY]: 5n, [BALANCE]: 0n, [IS_165]: 1n, [IS_721]: 1n }, "erc721", 5n],
  "an ERC-1155": [{ [IS_165]: 1n, [IS_ALL]: 0n, [IS_1155]: 1n }, "erc1155", null],
  "one that claims every interface": [{ [IS_165]: 1n, [IS_ALL]: 1n, [IS_721]: 1n }, "unknown", null],
  "one that isn't an ERC-165 itself": [{ [IS_721]: 1n }, "unknown", null],
};
const at = new Map(Object.keys(CASES).map((name, index) => [name, address(`c${index}`)]));

let anvil: TestAnvil;
let rpc: Rpc;
let head: bigint;

beforeAll(async () => {
  anvil = await startTestAnvil(1);
  rpc = createRpc({ chain: getChain("eth"), urls: [anvil.url] });
  for (const [name, [answers]] of Object.entries(CASES)) await anvil.setCode(at.get(name)!, answersByStart(answers));
  const hostile: Record<string, Hex> = { d1: REVERTS, d2: EATS_GAS };
  for (const [last, code] of Object.entries(hostile)) await anvil.setCode(address(last), code);
  await anvil.setCode(address("d5"), answersBytes(encodeAbiParameters([{ type: "string" }], ["All the same"])));
  await anvil.setCode(address("d6"), answersBytes(stringToHex("Maker", { size: 32 })));
  await anvil.installMulticall3(getChain("eth").multicall3!);
  await anvil.call("anvil_mine", "0x2");
  head = await rpc.getBlockNumber();
});

afterAll(async () => {
  await anvil.stop();
});

test.each(Object.entries(CASES))("%s is recognized", async (name, [, standard, totalSupply]) => {
  const [details] = await readTokenDetails(rpc, [at.get(name)!], { blockNumber: head });
  expect(details).toMatchObject({ standard, totalSupply });
});

test("many contracts are reported in the requested order, each as alone", async () => {
  const addresses = [...at.values(), ...["d1", "d4", "d5"].map(address)];
  const details = await readTokenDetails(rpc, addresses, { blockNumber: head });
  expect(details.map(({ standard }) => standard)).toEqual([
    ...Object.values(CASES).map(([, standard]) => standard),
    "unknown",
    "unknown",
    "erc20",
  ]);
});

test("a contract without code, that reverts or burns all gas, is unknown", async () => {
  const nothing = { name: null, symbol: null, decimals: null, totalSupply: null, standard: "unknown" };
  const addresses = ["d1", "d2", "d4"].map(address);
  expect(await readTokenDetails(rpc, addresses, { blockNumber: head })).toEqual([nothing, nothing, nothing]);
});

test("bytes32 names are read beside a supply that is implausible", async () => {
  const [details] = await readTokenDetails(rpc, [address("d6")], { blockNumber: head });
  expect(details).toMatchObject({ name: "Maker", symbol: "Maker", decimals: null });
});

test("supplies are read by themselves, null if missing", async () => {
  const tokens = ["an ERC-20", "an ERC-1155", "an ERC-20 that refuses balances"].map((name) => at.get(name)!);
  expect(await readTotalSupplies(rpc, tokens, { blockNumber: head })).toEqual([5n, null, MAX]);
  expect(await readTotalSupplies(rpc, [], { blockNumber: head })).toEqual([]);
});
