import { getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import { maxUint256 } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PositionDetail } from "../position.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import { checkIn } from "../testing/checkIn.ts";
import { compileTestContract } from "../testing/contracts.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { anyTokenAbi, deployContract, contractAt } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { simulate } from "../testing/simulate.ts";
import { deployToken } from "../testing/tokens.ts";
import { compoundV3Family } from "../families/compound-v3/compoundV3.ts";
import { familyAdapter } from "../testing/familyAdapter.ts";
import { compound3 } from "./compound3.ts";

// No package ships the bytecode of Compound III; CometStandIn.sol computes the same.

const ADMIN: Address = "0x0000000000000000000000000000000000000ad1";
const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const CAROL: Address = "0x00000000000000000000000000000000000ca201";
const USD_FEED: Address = "0x0000000000000000000000000000000000000fd1";
const ETH_FEED: Address = "0x0000000000000000000000000000000000000fd2";
const DAY_S = 86_400;
const UNIT = 10n ** 18n;
const DOLLAR = 10n ** 8n;

let lab: Lab;
let comet: TestContract;
let rewards: TestContract;
let usd: TestContract;
let eth: TestContract;
let reward: TestContract;

const contracts = () => ({ comets: [comet.address], rewards: rewards.address });

beforeAll(async () => {
  lab = await startLab();
  const token = async (symbol: string) => contractAt(lab, anyTokenAbi, await deployToken(lab, symbol, ADMIN));
  [usd, eth, reward] = [await token("USD"), await token("ETH"), await token("RWD")];
  const listed = {
    offset: 0,
    asset: eth.address,
    priceFeed: ETH_FEED,
    scale: UNIT,
    borrowCollateralFactor: (UNIT * 80n) / 100n,
    liquidateCollateralFactor: (UNIT * 85n) / 100n,
    liquidationFactor: (UNIT * 93n) / 100n,
    supplyCap: 0n,
  };
  const args = [usd.address, USD_FEED, UNIT, 10n ** 11n, [listed]];
  comet = await deployContract(lab, compileTestContract("CometStandIn"), args);
  rewards = await deployContract(lab, compileTestContract("CometRewardsStandIn"), [reward.address, 10n ** 12n]);
  await reward.write(ADMIN, "mint", [rewards.address, 10n ** 30n]);
  await comet.write(ADMIN, "setPrice", [USD_FEED, DOLLAR]);
  await comet.write(ADMIN, "setPrice", [ETH_FEED, 2000n * DOLLAR]);
  for (const owner of [ALICE, BOB, CAROL]) {
    for (const one of [usd, eth]) {
      await one.write(ADMIN, "mint", [owner, 1_000_000n * UNIT]);
      await one.write(owner, "approve", [comet.address, maxUint256]);
    }
  }
});
afterAll(() => lab.stop());

type Lending = Extract<PositionDetail, { type: "lending" }>;

async function readLending(owner: Address): Promise<Lending> {
  const { positions, stages } = await lab.listPositions(compound3, contracts(), owner);
  expect(positions).toHaveLength(1);
  expect(stages).toBeLessThanOrEqual(3);
  const [position] = positions;
  expect(position).toMatchObject({ name: "Lending", pool: { controller: comet.address } });
  if (position?.detail.type !== "lending") throw new Error("no lending position");
  return position.detail;
}

/** The contracts' own figures at the latest block. */
async function readTruth(owner: Address): Promise<Omit<Lending, "healthRate">> {
  const read = <Result>(functionName: string, ...args: unknown[]) => comet.view<Result>(functionName, args);
  const [supplied, owed] = [await read<bigint>("balanceOf", owner), await read<bigint>("borrowBalanceOf", owner)];
  const collateral = await read<bigint>("collateralBalanceOf", owner, eth.address);
  const [owedReward] = (await simulate(lab, [[rewards, "getRewardOwed", [comet.address, owner]]])) as [
    { owed: bigint },
  ];
  return {
    type: "lending",
    supplies: [
      ...(supplied > 0n ? [{ token: usd.address, rawAmount: supplied, isCollateral: false }] : []),
      ...(collateral > 0n ? [{ token: eth.address, rawAmount: collateral, isCollateral: true }] : []),
    ],
    borrows: owed > 0n ? [{ token: usd.address, rawAmount: owed }] : [],
    rewards: owedReward.owed > 0n ? [{ token: reward.address, rawAmount: owedReward.owed }] : [],
  };
}

test("no owner has a position before the first deposit", async () => {
  expect((await lab.listPositions(compound3, contracts(), ALICE)).positions).toEqual([]);
});

test("supplies, debts and rewards equal the Comet's own, after days of interest", async () => {
  await comet.write(BOB, "supply", [usd.address, 100_000n * UNIT]);
  await comet.write(ALICE, "supply", [eth.address, 10n * UNIT]);
  await comet.write(ALICE, "withdraw", [usd.address, 9_000n * UNIT]);
  await lab.warp(30 * DAY_S);
  const [borrower, supplier] = [await readLending(ALICE), await readLending(BOB)];
  expect(borrower).toMatchObject(await readTruth(ALICE));
  expect(supplier).toMatchObject(await readTruth(BOB));
  expect(borrower.borrows[0]!.rawAmount).toBeGreaterThan(9_000n * UNIT);
  expect(supplier.supplies[0]!.rawAmount).toBeGreaterThan(100_000n * UNIT);
  const fork = familyAdapter(compoundV3Family);
  const row = compoundV3Family.toContracts({ comet: [comet.address], rewards: [rewards.address] }, { chain: "eth" });
  expect((await lab.listPositions(fork, row, ALICE)).positions).toMatchObject([{ detail: borrower }]);
  expect((await lab.listPositions(fork, row, BOB)).positions).toMatchObject([{ detail: supplier }]);
  expect(await lab.listPools(fork, row)).toEqual(await lab.listPools(compound3, contracts()));
  for (const { rewards: earned } of [borrower, supplier]) expect(earned![0]!.rawAmount).toBeGreaterThan(0n);
  expect(supplier.healthRate).toBeNull();
});

test("a row is served if one of its Comets responds", async () => {
  const fork = familyAdapter(compoundV3Family);
  expect(await checkIn(lab, fork, { comets: [ADMIN, comet.address] })).toBeUndefined();
  expect(await checkIn(lab, fork, { comets: [ADMIN] })).toMatch(/baseToken/);
  const { positions } = await lab.listPositions(fork, { comets: [ADMIN, comet.address] }, BOB);
  expect(positions).toMatchObject([{ pool: { controller: comet.address } }]);
});

test("the health rate is collateral times liquidation factor over debt", async () => {
  const { borrows, healthRate } = await readLending(ALICE);
  const owed = (borrows[0]!.rawAmount * DOLLAR) / UNIT;
  expect(healthRate).toBe(Number((10n * 2000n * DOLLAR * 85n * UNIT) / 100n / owed) / 1e18);
});

test("claimed rewards are gone", async () => {
  const before = (await readLending(BOB)).rewards![0]!.rawAmount;
  await rewards.write(BOB, "claim", [comet.address, BOB, true]);
  expect(await reward.view<bigint>("balanceOf", [BOB])).toBeGreaterThanOrEqual(before);
  expect(await readLending(BOB)).toMatchObject(await readTruth(BOB));
  expect((await readLending(BOB)).rewards).toEqual([]);
});

test("a debt is liquidated below 1, and the remainder is supplied", async () => {
  const setPrice = (dollars: bigint) => comet.write(ADMIN, "setPrice", [ETH_FEED, dollars * DOLLAR]);
  await setPrice(1_100n);
  expect((await readLending(ALICE)).healthRate).toBeGreaterThan(1);
  expect(await comet.view("isLiquidatable", [ALICE])).toBe(false);
  await setPrice(1_040n);
  expect((await readLending(ALICE)).healthRate).toBeLessThan(1);
  expect(await comet.view("isLiquidatable", [ALICE])).toBe(true);
  await comet.write(CAROL, "absorb", [CAROL, [ALICE]]);
  const after = await readLending(ALICE);
  expect(after).toMatchObject(await readTruth(ALICE));
  expect(after).toMatchObject({
    supplies: [{ token: usd.address, isCollateral: false }],
    borrows: [],
    healthRate: null,
  });
});

test("a borrower from before the first indexed block is found without an interaction", async () => {
  await comet.write(ADMIN, "setPrice", [ETH_FEED, 2000n * DOLLAR]);
  await comet.write(ALICE, "withdraw", [usd.address, await comet.view("balanceOf", [ALICE])]);
  await comet.write(ALICE, "supply", [eth.address, 2n * UNIT]);
  await comet.write(ALICE, "withdraw", [usd.address, 1_000n * UNIT]);
  const { positions } = await lab.listPositions(compound3, contracts(), ALICE);
  expect(positions).toMatchObject([{ detail: { borrows: [{ rawAmount: expect.any(BigInt) }] } }]);
  expect(await listWithoutInteraction(1n)).toEqual(positions);
  expect(await listWithoutInteraction()).toEqual([]);
});

/** Alice's positions without interactions, and with a missing Comet in the table. */
async function listWithoutInteraction(interactionsFrom?: bigint) {
  const block = await lab.client.getBlock();
  const at = { blockNumber: block.number, timeAt: Number(block.timestamp) };
  const reading = { rpc: lab.client, chain: getChain("eth"), block: at, memory: new Map() };
  const all = { ...contracts(), comets: [CAROL, comet.address] };
  const context = { ...openContext(reading, createChainReader(reading), all), contracts: all };
  const args = { owner: ALICE, receipts: [], nfts: new Map(), interactions: [] };
  return compound3.listPositions!({ ...context, ...args, ...(interactionsFrom !== undefined && { interactionsFrom }) });
}

test("if a feed fails a debt has no health rate, as the Comet has none", async () => {
  for (const feed of [ETH_FEED, USD_FEED]) {
    const price = await comet.view<bigint>("getPrice", [feed]);
    await comet.write(ADMIN, "setPrice", [feed, 0n]);
    expect(await readLending(ALICE)).toMatchObject({ borrows: [{ token: usd.address }], healthRate: null });
    await comet.write(ADMIN, "setPrice", [feed, price]);
  }
  await comet.write(ALICE, "supply", [usd.address, 2_000n * UNIT]);
  await comet.write(ALICE, "withdraw", [eth.address, 2n * UNIT]);
});

test("a Comet is a pool of everything supplied, including collateral", async () => {
  await comet.write(CAROL, "supply", [eth.address, 3n * UNIT]);
  const [pool, ...others] = await lab.listPools(compound3, { ...contracts(), comets: [BOB, comet.address] });
  expect(others).toEqual([]);
  const total = await comet.view<bigint>("totalSupply");
  expect(pool).toMatchObject({
    supplies: [
      { token: usd.address, rawAmount: total },
      { token: eth.address, rawAmount: 3n * UNIT },
    ],
    rawShares: total,
    depositors: { by: "receipt", token: comet.address, supplies: [{ token: usd.address, rawAmount: total }] },
  });
});

test("rewards remain after a full withdrawal", async () => {
  await comet.write(CAROL, "supply", [usd.address, 1_000n * UNIT]);
  await lab.warp(DAY_S);
  await comet.write(CAROL, "withdraw", [usd.address, await comet.view("balanceOf", [CAROL])]);
  await comet.write(CAROL, "withdraw", [eth.address, 3n * UNIT]);
  const left = await comet.view<bigint>("balanceOf", [CAROL]);
  if (left > 0n) await comet.write(CAROL, "withdraw", [usd.address, left]);
  const { positions } = await lab.listPositions(compound3, contracts(), CAROL);
  const { rewards: earned } = await readTruth(CAROL);
  expect(earned).toHaveLength(1);
  expect(positions).toEqual([
    { name: "Rewards", pool: { controller: comet.address }, detail: { type: "reward", rewards: earned } },
  ]);
});

test("supplies of a fork count only as far as it holds them or lent them", async () => {
  const fork = familyAdapter(compoundV3Family);
  const row = compoundV3Family.toContracts({ comet: [comet.address] }, { chain: "eth" });
  await comet.write(CAROL, "supply", [usd.address, 1_000n * UNIT]);
  await comet.write(CAROL, "supply", [eth.address, UNIT]);
  for (const token of [usd, eth])
    await token.write(comet.address, "transfer", [ADMIN, await token.view("balanceOf", [comet.address])]);
  const { positions } = await lab.listPositions(fork, row, CAROL);
  const [claimed, all, lent] = await Promise.all([
    comet.view<bigint>("balanceOf", [CAROL]),
    comet.view<bigint>("totalSupply"),
    comet.view<bigint>("totalBorrow"),
  ]);
  expect(positions).toMatchObject([
    {
      detail: {
        supplies: [
          { token: usd.address, rawAmount: lent >= all ? claimed : (claimed * lent) / all },
          { token: eth.address, rawAmount: 0n },
        ],
      },
    },
  ]);
  expect(lent).toBeLessThan(all);
});
