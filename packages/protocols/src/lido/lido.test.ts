import { NATIVE_TOKEN, getChain } from "@portico/evm";
import { numberToHex } from "viem";
import type { Address } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Position } from "../position.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import type { Read } from "../reader.ts";
import { compileContract } from "@portico/devnet";
import { compileTestContract } from "../testing/contracts.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { deployContract, contractAt } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import { lido } from "./lido.ts";
import type { LidoContracts } from "./lidoContracts.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const ORACLE: Address = "0x0000000000000000000000000000000000000aac";
const DAY = 86_400;
const WHOLE = 10n ** 18n;

let lab: Lab;
let steth: TestContract;
let wsteth: TestContract;
let queue: TestContract;
let contracts: LidoContracts;

beforeAll(async () => {
  lab = await startLab();
  steth = await deployContract(lab, compileContract("StakedEther"), [ORACLE, ORACLE]);
  wsteth = await deployContract(lab, compileContract("WrappedStake"), [steth.address]);
  queue = await deployContract(lab, compileTestContract("WithdrawalQueue"), [steth.address]);
  contracts = { steth: steth.address, wsteth: wsteth.address, queue: queue.address };
  await steth.write(ALICE, "submit", [ALICE], 3_000n * WHOLE);
  await steth.write(BOB, "submit", [BOB], 100n * WHOLE + 7n);
  for (const { address } of [wsteth, queue]) await steth.write(BOB, "approve", [address, 2n ** 256n - 1n]);
});
afterAll(() => lab.stop());

async function positionsOf(owner: Address): Promise<Position[]> {
  const { positions, stages } = await lab.listPositions(lido, contracts, owner);
  expect(stages).toBeLessThanOrEqual(3);
  return positions;
}

const staked = ({ address }: TestContract, rawAmount: bigint): Position => ({
  name: "Staked",
  pool: { controller: address },
  detail: { type: "common", supplies: [{ token: NATIVE_TOKEN, rawAmount }] },
});

const withdrawal = (id: bigint, rawAmount: bigint, rawClaimable: bigint): Position => ({
  name: "Locked",
  pool: { controller: queue.address },
  positionIndex: String(id),
  detail: { type: "vesting", token: { token: NATIVE_TOKEN, rawAmount }, rawClaimable },
});

/** Days of validator earnings. */
async function earn(days: number, rewards: bigint): Promise<void> {
  await lab.warp(days * DAY);
  await steth.write(ORACLE, "handleOracleReport", [BigInt(days * DAY), rewards]);
}

test("a stake grows with the reports, wrapped or not, as its contract reports", async () => {
  await wsteth.write(BOB, "wrap", [40n * WHOLE]);
  for (const rewards of [3n * WHOLE + 1n, 5n * WHOLE]) {
    const before = await steth.view<bigint>("balanceOf", [BOB]);
    await earn(5, rewards);
    const plain = await steth.view<bigint>("balanceOf", [BOB]);
    expect(plain).toBeGreaterThan(before);
    const wrapped = await wsteth.view<bigint>("balanceOf", [BOB]);
    const unwrapped = await wsteth.view<bigint>("getStETHByWstETH", [wrapped]);
    expect(await positionsOf(BOB)).toEqual([staked(steth, plain), staked(wsteth, unwrapped)]);
  }
});

test("the pools hold the whole stake, each coin once", async () => {
  const pools = await lab.listPools(lido, contracts);
  const amounts = pools.map(({ supplies }) => supplies[0]?.rawAmount ?? 0n);
  expect(amounts.reduce((sum, amount) => sum + amount)).toBe(await steth.view("getTotalPooledEther"));
  expect(amounts[1]).toBe(await steth.view("balanceOf", [wsteth.address]));
  expect(pools.map(({ rawShares }) => rawShares)).toEqual([amounts[0], await wsteth.view("totalSupply")]);
});

test("a request waits, becomes claimable when finalized, and disappears when claimed", async () => {
  await queue.write(BOB, "requestWithdrawals", [[10n * WHOLE, 5n * WHOLE, 2n * WHOLE], BOB]);
  const requests = async () => (await positionsOf(BOB)).filter(({ pool }) => pool.controller === queue.address);
  const short = 1n; // a request is stored in whole shares, which are worth a unit less
  expect(await requests()).toEqual([
    withdrawal(1n, 10n * WHOLE - short, 0n),
    withdrawal(2n, 5n * WHOLE - short, 0n),
    withdrawal(3n, 2n * WHOLE - short, 0n),
  ]);

  await earn(3, 2n * WHOLE); // the queue keeps what a request earns
  const loss = 9n * 10n ** 26n; // nine tenths of a coin per share, as after a slashing
  await queue.write(ORACLE, "finalize", [1n, 2n * 10n ** 27n], 20n * WHOLE);
  await queue.write(ORACLE, "finalize", [2n, loss]);
  const [, status] = await queue.view<{ amountOfShares: bigint }[]>("getWithdrawalStatus", [[1n, 2n]]);
  const less = ((status?.amountOfShares ?? 0n) * loss) / 10n ** 27n;
  expect(less).toBeLessThan(5n * WHOLE);
  expect(await requests()).toEqual([
    withdrawal(1n, 10n * WHOLE, 10n * WHOLE),
    withdrawal(2n, less, less),
    withdrawal(3n, 2n * WHOLE, 0n),
  ]);

  const before = await lab.client.getBalance({ address: queue.address });
  await queue.write(BOB, "claimWithdrawals", [
    [1n, 2n],
    [1n, 2n],
  ]);
  expect(before - (await lab.client.getBalance({ address: queue.address }))).toBe(10n * WHOLE + less);
  expect(await requests()).toEqual([withdrawal(3n, 2n * WHOLE, 0n)]);

  const pooled = await steth.view<bigint>("getTotalPooledEther");
  await lab.rpc.call("anvil_setStorageAt", [
    steth.address,
    numberToHex(0, { size: 32 }),
    numberToHex(pooled / 2n, { size: 32 }),
  ]);
  const [request] = await queue.view<{ amountOfShares: bigint }[]>("getWithdrawalStatus", [[3n]]);
  await lab.mine();
  const half = await steth.view<bigint>("getPooledEthByShares", [request?.amountOfShares]);
  expect(half).toBeLessThan(2n * WHOLE);
  expect(await requests()).toEqual([withdrawal(3n, half, 0n)]);
});

test("of hundreds of requests no call reads more than a hundred", async () => {
  const last = 3n; // the requests before
  for (let at = 0; at < 2; at += 1)
    await queue.write(BOB, "requestWithdrawals", [Array.from({ length: 75 }, () => 1_000n), BOB]);
  await queue.write(ORACLE, "finalize", [last + 120n, 2n * 10n ** 27n], WHOLE);
  const ids = Array.from({ length: 150 }, (_, index) => last + 1n + BigInt(index));
  const block = await lab.client.getBlock();
  const reading = {
    rpc: lab.client,
    chain: getChain("eth"),
    block: { blockNumber: block.number, timeAt: Number(block.timestamp) },
    memory: new Map(),
  };
  const context = { ...openContext(reading, createChainReader(reading), contracts), contracts };
  const sizes: number[] = [];
  const read = ((calls: readonly { args?: readonly unknown[] }[]) => {
    sizes.push(...calls.map(({ args }) => (Array.isArray(args?.[0]) ? args[0].length : 0)));
    return context.read(calls as never);
  }) as Read;
  const state = { owner: BOB, receipts: [], nfts: new Map([[queue.address, ids]]), interactions: [] };
  const positions = await lido.listPositions!({ ...context, ...state, read });
  expect(positions.map(({ positionIndex }) => positionIndex)).toEqual(ids.map(String));
  const claimable = positions.filter(({ detail }) => detail.type === "vesting" && detail.rawClaimable > 990n);
  expect(claimable).toHaveLength(120);
  expect(Math.max(...sizes)).toBe(100);
});

test("a bridged stake is worth what its chain's oracle reports", async () => {
  const token = await deployContract(lab, compileTestContract("BridgedStake"));
  const wrapped = contractAt(lab, tokenAbi, await deployToken(lab, "wstETH", ALICE));
  await wrapped.write(ALICE, "mint", [BOB, 3n * WHOLE + 1n]);
  await token.write(ALICE, "mint", [BOB, 2n * WHOLE]);
  const bridged = { steth: token.address, wsteth: wrapped.address };
  const { positions } = await lab.listPositions(lido, bridged, BOB);
  expect(positions).toEqual([
    staked(token, await token.view("balanceOf", [BOB])),
    staked(wrapped, await token.view("getTokensByShares", [3n * WHOLE + 1n])),
  ]);
  expect(await lab.listPools(lido, bridged)).toEqual([]);
});
