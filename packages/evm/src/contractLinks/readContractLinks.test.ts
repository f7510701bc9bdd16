import type { Address, Hex } from "viem";
import { toFunctionSelector } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getChain } from "../chains.ts";
import type { PinnedBlock } from "../pinnedBlock.ts";
import { createRpc } from "../rpc.ts";
import type { Rpc } from "../rpc.ts";
import { startTestAnvil } from "../testing/anvil.ts";
import type { TestAnvil } from "../testing/anvil.ts";
import { startEditingProxy } from "../testing/editingProxy.ts";
import { answersByStart, answersWord, EATS_GAS } from "../testing/contracts.ts";
import { readContractLinks } from "./readContractLinks.ts";

const address = (n: number): Address => `0xc0de${n.toString(16).padStart(36, "0")}`;
const [LIBRARY, OTHER, BEACON, FACTORY] = [1, 2, 3, 4].map(address) as [Address, Address, Address, Address];
const IMPLEMENTATION_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const BEACON_SLOT = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
const FIRST_SLOT = `0x${"0".repeat(64)}` as const;

const toWord = (one: Address): Hex => `0x${one.slice(2).padStart(64, "0")}`;
/** Passes calldata on by DELEGATECALL to the address on the stack, and returns what that returned. */
const passOn = (push: string): Hex => `0x365f5f375f5f365f${push}5af43d5f5f3e3d5ff3`;
/** PUSH32 slot, SLOAD */
const proxyOf = (slot: Hex): Hex => passOn(`7f${slot.slice(2)}54`);
/** PUSH4 implementation(), MSTORE at 64, STATICCALL to the beacon in the slot, MLOAD of what it returned */
const beaconProxy = passOn(`635c60da1b604052602060606004605c7f${BEACON_SLOT.slice(2)}545afa50606051`);
const start = (signature: string): string => toFunctionSelector(signature).slice(2).padEnd(16, "0");
const pool = (factory: Address): Hex =>
  answersByStart({ [start("factory()")]: BigInt(factory), [start("token0()")]: 7n, [start("token1()")]: 8n });

let anvil: TestAnvil;
let rpc: Rpc;
let block: PinnedBlock;

beforeAll(async () => {
  anvil = await startTestAnvil(1);
  rpc = createRpc({ chain: getChain("eth"), urls: [anvil.url] });
  await anvil.installMulticall3(getChain("eth").multicall3!);
  for (const library of [LIBRARY, OTHER]) await anvil.setCode(library, answersWord(42n));
  await anvil.setCode(BEACON, answersWord(BigInt(LIBRARY)));
});
afterAll(() => anvil.stop());

interface Contract {
  code: Hex;
  slots?: Readonly<Record<Hex, Hex>>;
}

/** Deploys them at 0xc0de…1000 and following, and reads what they belong to. */
async function read(contracts: readonly Contract[], reader = rpc) {
  const addresses = contracts.map((_, index) => address(0x1000 + index));
  for (const [index, { code, slots = {} }] of contracts.entries()) {
    for (const slot of [IMPLEMENTATION_SLOT, BEACON_SLOT, FIRST_SLOT] as const) {
      await anvil.call("anvil_setStorageAt", addresses[index]!, slot, slots[slot] ?? FIRST_SLOT);
    }
    await anvil.setCode(addresses[index]!, code);
  }
  await anvil.call("anvil_mine", "0x1");
  const head = await rpc.getBlock();
  block = { blockNumber: head.number, hash: head.hash };
  return await readContractLinks(reader, addresses, block);
}

const implementations = async (contracts: readonly Contract[], reader = rpc) =>
  (await read(contracts, reader)).map(({ implementation, beacon }) => [implementation, beacon]);

const CLONE: Contract = { code: `0x363d3d373d3d3d363d73${LIBRARY.slice(2)}5af43d82803e903d91602b57fd5bf3` };
const PROXY: Contract = {
  code: proxyOf(IMPLEMENTATION_SLOT),
  slots: { [IMPLEMENTATION_SLOT]: toWord(LIBRARY) },
};

test("proxies and clones lead to the code that they run", async () => {
  const found = await implementations([
    CLONE,
    { code: `${CLONE.code}c0ffee` },
    { code: passOn(`73${LIBRARY.slice(2)}`) },
    PROXY,
    { code: proxyOf(FIRST_SLOT), slots: { [FIRST_SLOT]: toWord(LIBRARY) } },
  ]);
  expect(found).toEqual(found.map(() => [LIBRARY, null]));
  const beacon = await implementations([{ code: beaconProxy, slots: { [BEACON_SLOT]: toWord(BEACON) } }]);
  expect(beacon).toEqual([[LIBRARY, BEACON]]);
});

test("contracts that only store or contain an address run no other code", async () => {
  const slots = { [IMPLEMENTATION_SLOT]: toWord(LIBRARY), [FIRST_SLOT]: toWord(LIBRARY) };
  const found = await implementations([
    { code: answersWord(BigInt(LIBRARY)), slots },
    { code: `${answersWord(42n)}f4`, slots }, // has the instruction, and doesn't reach it
    { code: `${answersWord(42n)}73${LIBRARY.slice(2)}5af4`, slots },
    { code: passOn(`73${OTHER.slice(2)}`), slots: { ...slots, [FIRST_SLOT]: toWord(address(0x1003)) } },
    { code: EATS_GAS, slots },
    { code: "0x", slots },
    { code: `0xef0100${LIBRARY.slice(2)}`, slots },
  ]);
  expect(found.map(([implementation]) => implementation)).toEqual([null, null, null, OTHER, null, null, null]);
});

test("without state overrides only clones are certain", async () => {
  const error = { code: -32_602, message: "too many arguments" };
  const proxy = await startEditingProxy(anvil.url, ({ method, params }, answer) =>
    method === "eth_call" && params.length > 2 ? { error } : answer,
  );
  const reader = createRpc({ chain: getChain("eth"), urls: [proxy.url], baseDelayMs: 1 });
  expect(await implementations([CLONE, PROXY], reader)).toEqual([
    [LIBRARY, null],
    [null, null],
  ]);
  await proxy.stop();
});

test("a factory counts only if it has a record of the contract", async () => {
  const recorded = address(0x1000);
  const pairOf = `${toFunctionSelector("getPair(address,address)").slice(2)}00000000`;
  await anvil.setCode(FACTORY, answersByStart({ [pairOf]: BigInt(recorded) }));
  const isPool = `${toFunctionSelector("isPool(address)").slice(2)}00000000`;
  await anvil.setCode(OTHER, answersByStart({ [isPool]: 1n }));
  const found = await read([
    { code: pool(FACTORY) },
    { code: pool(FACTORY) },
    { code: pool(OTHER) },
    { code: pool(address(0x1003)) },
    { code: pool(address(0xbeef)) },
    { code: answersWord(1n) },
  ]);
  expect(found.map(({ factory }) => factory)).toEqual([FACTORY, null, OTHER, null, null, null]);
});
