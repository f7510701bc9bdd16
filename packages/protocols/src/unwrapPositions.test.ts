import { getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import { keccak256, toBytes } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Adapter } from "./adapter.ts";
import { createChainReader, openContext } from "./chainReader.ts";
import type { Deployed } from "./deployed.ts";
import { erc4626 } from "./erc4626/erc4626.ts";
import type { Position } from "./position.ts";
import { compileContract } from "@portico/devnet";
import { compileTestContract } from "./testing/contracts.ts";
import { startLab } from "./testing/lab.ts";
import type { Lab } from "./testing/lab.ts";
import { contractAt, deployContract } from "./testing/testContract.ts";
import type { TestContract } from "./testing/testContract.ts";
import { deployToken, tokenAbi } from "./testing/tokens.ts";
import { deployUniswapV2, provideV2, simulateBurnOf } from "./testing/uniswapV2.ts";
import type { UniswapV2Lab } from "./testing/uniswapV2.ts";
import { uniswap2 } from "./uniswap2/uniswap2.ts";
import { unlistedFarm } from "./unlisted/unlistedFarm.ts";
import { unwrapPositions } from "./unwrapPositions.ts";

const ADMIN: Address = "0x0000000000000000000000000000000000000ad1";
const OWNER: Address = "0x0000000000000000000000000000000000000b0b";
const UNIT = 10n ** 18n;

let lab: Lab;
let v2: UniswapV2Lab;
let vault: TestContract;
let chef: TestContract;
let share: bigint;

/** A share of a pair is in a vault, whose share is in a farm. */
beforeAll(async () => {
  lab = await startLab();
  v2 = await deployUniswapV2(lab, ADMIN);
  await provideV2(lab, v2, ADMIN, [90n * UNIT, 180n * UNIT]);
  await provideV2(lab, v2, OWNER, [10n * UNIT, 20n * UNIT]);
  const pair = contractAt(lab, tokenAbi, v2.pair);
  share = await pair.view<bigint>("balanceOf", [OWNER]);
  vault = await deployContract(lab, compileTestContract("InvestingVault"), [v2.pair, 0n]);
  await pair.write(OWNER, "approve", [vault.address, share]);
  await vault.write(OWNER, "deposit", [share, OWNER]);
  const reward = await deployToken(lab, "REWARD", ADMIN);
  chef = await deployContract(lab, compileContract("MasterChef"), [reward, ADMIN, 0n, 0n, 0n], ADMIN);
  const grant = { abi: tokenAbi, functionName: "grantRole", args: [keccak256(toBytes("MINTER_ROLE")), chef.address] };
  await lab.write(ADMIN, { to: reward, ...grant });
  await chef.write(ADMIN, "add", [1n, vault.address, false]);
  const shares = await vault.view<bigint>("balanceOf", [OWNER]);
  await vault.write(OWNER, "approve", [chef.address, shares]);
  await chef.write(OWNER, "deposit", [0n, shares]);
});
afterAll(() => lab.stop());

const deploy = (adapter: unknown, contracts: unknown): Deployed => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a table holds adapters of any contracts
  const one = adapter as Adapter;
  return { id: one.id, chain: "eth", adapter: one, contracts, signals: {}, addresses: new Set() };
};

async function unwrapWith(receipts: ReadonlyMap<Address, Deployed>, positions: readonly Position[]) {
  const block = await lab.client.getBlock();
  const at = { blockNumber: block.number, hash: block.hash, timeAt: Number(block.timestamp) };
  const reading = { rpc: lab.client, chain: getChain("eth"), block: at, memory: new Map() };
  const reader = createChainReader(reading);
  return unwrapPositions(positions, {
    findProtocol: (token) => receipts.get(token),
    open: ({ contracts }) => openContext(reading, reader, contracts),
  });
}

const listSupplies = (positions: readonly Position[]) =>
  positions.flatMap(({ detail }) => (detail.type === "common" ? detail.supplies : []));

test("a share of a pair in a vault in a farm is the pair's tokens, each counted once", async () => {
  const { positions } = await lab.listPositions(unlistedFarm, {}, OWNER);
  expect(listSupplies(positions)).toEqual([{ token: vault.address, rawAmount: expect.any(BigInt) }]);
  const receipts = new Map([
    [v2.pair, deploy(uniswap2, { factory: v2.factory.toLowerCase() })],
    [vault.address, deploy(erc4626, { factories: [] })],
  ]);
  const unwrapped = listSupplies(await unwrapWith(receipts, positions));
  await vault.write(chef.address, "redeem", [share, OWNER, chef.address]);
  const [first, second] = await simulateBurnOf(lab, v2.pair, OWNER, share);
  expect(first).toBeGreaterThan(0n);
  expect(unwrapped).toEqual([
    { token: v2.tokens[0], rawAmount: first },
    { token: v2.tokens[1], rawAmount: second },
  ]);
});

test("a receipt that contains itself, or that can't be read, stays as it is, and so does what is lent", async () => {
  const token = v2.tokens[0];
  const supplies = [{ token, rawAmount: 7n, isCollateral: true }];
  const pool = { controller: token };
  const common: Position = { name: "Staked", pool, detail: { type: "common", supplies } };
  const lending: Position = {
    name: "Lending",
    pool,
    detail: { type: "lending", supplies, borrows: [], healthRate: null },
  };
  const itself = deploy({ id: "itself", unwrap: async (_context: unknown, one: unknown) => [one, one] }, {});
  expect(listSupplies(await unwrapWith(new Map([[token, itself]]), [common]))).toEqual([{ token, rawAmount: 14n }]);
  const silent = deploy(uniswap2, { factory: v2.factory.toLowerCase() });
  expect(await unwrapWith(new Map([[token, silent]]), [common])).toEqual([common]);
  expect(await unwrapWith(new Map([[token, itself]]), [lending])).toEqual([lending]);
});

test("a pool of pools of pools makes a limited number of reads", async () => {
  const toPool = (n: number): Address => `0x${n.toString(16).padStart(40, "0")}`;
  let reads = 0;
  const unwrap = async () => {
    const first = ++reads * 8;
    return Array.from({ length: 8 }, (_, n) => ({ token: toPool(first + n), rawAmount: 1n }));
  };
  const pools = deploy({ id: "pools", unwrap }, {});
  const everything = new Map(Array.from({ length: 50_000 }, (_, n) => [toPool(n), pools]));
  const supplies = [{ token: toPool(1), rawAmount: 1n }];
  const pool = { controller: chef.address };
  await unwrapWith(everything, [{ name: "Staked", pool, detail: { type: "common", supplies } }]);
  expect(reads).toBe(60);
});
