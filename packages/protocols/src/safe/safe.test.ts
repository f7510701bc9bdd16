import { getChain } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { encodeFunctionData, numberToHex, parseAbi, zeroAddress } from "viem";
import type { Address, Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ReadLimitError } from "../reader.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import { compileTestContract } from "../testing/contracts.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { deployContract, contractAt } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import { uniswap2 } from "../uniswap2/uniswap2.ts";

import { safe, safeRows } from "./safe.ts";
import type { SafeContracts } from "./safe.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const load = (file: string) =>
  loadArtifact("@safe-global/safe-contracts", `build/artifacts/contracts/${file}`, {}, import.meta.url);
const artifacts = {
  singleton: load("Safe.sol/Safe.json"),
  factory: load("proxies/SafeProxyFactory.sol/SafeProxyFactory.json"),
  pairs: loadArtifact("@uniswap/v2-core", "build/UniswapV2Factory.json", {}, import.meta.url),
};
const pairAbi = parseAbi(["function mint(address to) returns (uint256)", "function burn(address to)"]);

let lab: Lab;
let contracts: SafeContracts;
let factory: TestContract;
let singleton: TestContract;

beforeAll(async () => {
  lab = await startLab();
  singleton = await deployContract(lab, artifacts.singleton);
  factory = await deployContract(lab, artifacts.factory);
  contracts = { singletons: [singleton.address], factories: [factory.address] };
});
afterAll(() => lab.stop());

let salt = 0n;

async function startSafe(owners: readonly Address[], threshold: bigint, of = singleton): Promise<TestContract> {
  const nobody = [zeroAddress, "0x", zeroAddress, zeroAddress, 0n, zeroAddress] as const;
  const setup = encodeFunctionData({
    abi: artifacts.singleton.abi,
    functionName: "setup",
    args: [owners, threshold, ...nobody],
  });
  const args = [of.address, setup, (salt += 1n)];
  const call = {
    account: BOB,
    address: factory.address,
    abi: artifacts.factory.abi,
    functionName: "createProxyWithNonce",
  };
  const { result } = await lab.client.simulateContract({ ...call, args });
  await factory.write(BOB, "createProxyWithNonce", args);
  return contractAt(lab, artifacts.singleton.abi, result);
}

/** Signed by the owner as sender. */
async function execute(account: TestContract, owner: Address, to: Address, data: Hex): Promise<void> {
  const signature: Hex = `0x${owner.slice(2).padStart(64, "0")}${"0".repeat(64)}01`;
  await account.write(owner, "execTransaction", [to, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, signature]);
}

const toCall = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: artifacts.singleton.abi, functionName, args });
const accountsOf = (owner: Address): Promise<Address[]> => lab.listAccounts(safe, contracts, owner);

test("a Safe is an account of its sole owner, as owners are added and removed", async () => {
  const account = await startSafe([ALICE], 1n);
  expect(await accountsOf(ALICE)).toEqual([account.address]);
  expect(await accountsOf(BOB)).toEqual([]);

  await execute(account, ALICE, account.address, toCall("addOwnerWithThreshold", [BOB, 1n]));
  expect([...(await accountsOf(ALICE)), ...(await accountsOf(BOB))]).toEqual([]);

  await execute(account, BOB, account.address, toCall("removeOwner", [BOB, ALICE, 1n]));
  expect(await accountsOf(ALICE)).toEqual([]);
  expect(await accountsOf(BOB)).toEqual([account.address]);
});

test("a Safe with two owners, or with a threshold of two, belongs to no single account", async () => {
  const safes = [await startSafe([ALICE, BOB], 1n), await startSafe([ALICE, BOB], 2n)];
  const shared = new Set(safes.map(({ address }) => address));
  const accounts = [...(await accountsOf(ALICE)), ...(await accountsOf(BOB))];
  expect(accounts.filter((address) => shared.has(address))).toEqual([]);
});

test("a proxy of an unknown singleton is not a Safe", async () => {
  const other = await deployContract(lab, artifacts.singleton);
  const account = await startSafe([ALICE], 1n, other);
  expect(await account.view("getOwners")).toHaveLength(1);
  expect(await accountsOf(ALICE)).not.toContain(account.address);
});

test("liquidity provided by a Safe is a position of the Safe, and so of its owner", async () => {
  const account = await startSafe([ALICE], 1n);
  const pairs = await deployContract(lab, artifacts.pairs, [ALICE]);
  const tokens = [await deployToken(lab, "ONE", ALICE), await deployToken(lab, "TWO", ALICE)].toSorted();
  await pairs.write(ALICE, "createPair", tokens);
  const pair = contractAt(lab, pairAbi, await pairs.view<Address>("getPair", tokens));
  for (const token of tokens) await contractAt(lab, tokenAbi, token).write(ALICE, "mint", [pair.address, 5_000_000n]);
  await pair.write(ALICE, "mint", [account.address]);

  const accounts = await accountsOf(ALICE);
  expect(accounts).toContain(account.address);
  const read = await Promise.all(
    accounts.map((owner) => lab.listPositions(uniswap2, { factory: pairs.address }, owner)),
  );
  const held = 5_000_000n - 1_000n; // the first 1,000 shares are burnt
  expect(read.flatMap(({ positions }) => positions)).toEqual([
    {
      name: "Liquidity Pool",
      pool: { controller: pair.address },
      detail: { type: "common", supplies: tokens.map((token) => ({ token, rawAmount: held })) },
    },
  ]);
});

test("a contract that pretends to be a Safe and doesn't respond like one is omitted", async () => {
  const pretending = compileTestContract("SafePretender");
  const pretender = await lab.deploy(pretending, [ALICE]);
  expect(await accountsOf(ALICE)).not.toContain(pretender);
});

test("an owner named by thousands of contracts fails visibly before any of them is called", async () => {
  const interactions = Array.from({ length: 1_001 }, (_, index) => ({
    contract: numberToHex(index, { size: 20 }),
    key: "",
  }));
  const block = { blockNumber: await lab.client.getBlockNumber(), timeAt: 0 };
  const reading = { rpc: lab.client, chain: getChain("eth"), block, memory: new Map() };
  const reader = createChainReader(reading);
  const context = {
    ...openContext(reading, reader, contracts),
    contracts,
    owner: ALICE,
    receipts: [],
    nfts: new Map(),
  };
  await expect(safe.listAccounts!({ ...context, interactions })).rejects.toThrow(ReadLimitError);
  expect(reader.callCount).toBe(0);
  expect(await safe.listAccounts!({ ...context, interactions: interactions.slice(1) })).toEqual([]);
});

test("every row of the table is an address, with our chains, and 1.4.1 is at its documented address", () => {
  for (const { address } of safeRows) expect(address).toMatch(/^0x[0-9a-f]{40}$/);
  expect(safe.deployments["eth"]?.singletons).toContain("0x41675c099f32341bf84bfc5382af534df5c7461a");
  expect(safe.deployments["base"]?.factories).toContain("0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67");
  expect(Object.keys(safe.deployments).length).toBeGreaterThan(50);
});
