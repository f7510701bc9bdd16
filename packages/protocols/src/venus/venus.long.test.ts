import type { Address } from "@portico/evm";
import { maxUint256, parseAbi } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PositionDetail } from "../position.ts";
import { ensureHeavy } from "../testing/heavy.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import type { TestContract } from "../testing/testContract.ts";
import { simulate } from "../testing/simulate.ts";
import { ADMIN, deployVenus } from "../testing/venusMarkets.ts";
import type { VenusMarkets } from "../testing/venusMarkets.ts";
import { compoundV2Family } from "../families/compound-v2/compoundV2.ts";
import { familyAdapter } from "../testing/familyAdapter.ts";
import { venus } from "./venus.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const CAROL: Address = "0x00000000000000000000000000000000000ca201";
const UNIT = 10n ** 18n;
/** Blocks that emulate days: the rates of the markets are that much higher. */
const BLOCKS = 20;

let lab: Lab;
let pool: VenusMarkets;

beforeAll(async () => {
  await ensureHeavy();
  lab = await startLab("bsc");
  pool = await deployVenus(lab);
  for (const owner of [ADMIN, ALICE, BOB, CAROL]) {
    for (const [token, market] of [
      [pool.usd, pool.vUsd],
      [pool.eth, pool.vEth],
    ] as const) {
      await token.write(ADMIN, "mint", [owner, 1_000_000n * UNIT]);
      await token.write(owner, "approve", [market.address, maxUint256]);
    }
  }
  await pool.vUsd.write(ADMIN, "mint", [500_000n * UNIT]);
  await pool.vEth.write(ADMIN, "mint", [500n * UNIT]);
});
afterAll(() => lab.stop());

type Lending = Extract<PositionDetail, { type: "lending" }>;

async function readLending(owner: Address): Promise<Lending> {
  const { positions, stages } = await lab.listPositions(venus, pool.contracts, owner);
  const [position] = positions;
  expect(positions).toHaveLength(1);
  expect(stages).toBeLessThanOrEqual(2);
  if (position?.detail.type !== "lending") throw new Error("no lending position");
  return position.detail;
}

interface Truth {
  supplied: Map<Address, bigint>;
  owed: Map<Address, bigint>;
  /** Liquidity, or shortfall below 0. */
  liquidity: bigint;
  /** XVS that a claim pays; undefined in shortfall, where it is rejected. */
  claimed: bigint | undefined;
}

/** The contracts' own figures after each accrued its interest up to the latest block. */
async function readTruth(owner: Address): Promise<Truth> {
  const { comptroller, vaiController, vUsd, vEth, usd, eth, vai } = pool;
  const [suppliedUsd, suppliedEth, owedUsd, owedEth, , owedVai, [, liquidity, shortfall]] = (await simulate(lab, [
    [vUsd, "balanceOfUnderlying", [owner]],
    [vEth, "balanceOfUnderlying", [owner]],
    [vUsd, "borrowBalanceCurrent", [owner]],
    [vEth, "borrowBalanceCurrent", [owner]],
    [vaiController, "accrueVAIInterest"],
    [vaiController, "getVAIRepayAmount", [owner]],
    [comptroller, "getAccountLiquidity", [owner]],
  ])) as [bigint, bigint, bigint, bigint, unknown, bigint, [bigint, bigint, bigint]];
  const claimed = shortfall > 0n ? undefined : await simulateClaim(owner);
  return {
    supplied: positive([
      [usd, suppliedUsd],
      [eth, suppliedEth],
    ]),
    owed: positive([
      [usd, owedUsd],
      [eth, owedEth],
      [vai, owedVai],
    ]),
    liquidity: liquidity - shortfall,
    claimed,
  };
}

async function simulateClaim(owner: Address): Promise<bigint> {
  const [before, , after] = (await simulate(lab, [
    [pool.xvs, "balanceOf", [owner]],
    [comptrollerOnly("function claimVenus(address holder)"), "claimVenus", [owner]],
    [pool.xvs, "balanceOf", [owner]],
  ])) as [bigint, unknown, bigint];
  return after - before;
}

const comptrollerOnly = (signature: string): TestContract => ({ ...pool.comptroller, abi: parseAbi([signature]) });
const positive = (rows: [TestContract, bigint][]): Map<Address, bigint> =>
  new Map(rows.filter(([, amount]) => amount > 0n).map(([{ address }, amount]) => [address, amount]));
const toMap = (amounts: readonly { token: Address; rawAmount: bigint }[]): Map<Address, bigint> =>
  new Map(amounts.map(({ token, rawAmount }) => [token, rawAmount]));

async function expectTruth(owner: Address): Promise<Lending> {
  const lending = await readLending(owner);
  const truth = await readTruth(owner);
  const earned = toMap(lending.rewards ?? []).get(pool.xvs.address) ?? 0n;
  const { supplies, borrows, healthRate } = lending;
  const { supplied, owed, claimed = earned } = truth;
  expect({ supplied: toMap(supplies), owed: toMap(borrows), claimed: earned, healthRate }).toEqual({
    supplied,
    owed,
    claimed,
    healthRate: toHealth(truth),
  });
  return lending;
}

/** Liquidity is collateral less debt, so this is collateral over debt. */
function toHealth({ owed, liquidity }: Truth): number | null {
  const worth = (token: Address): bigint => (token === pool.eth.address ? ethPrice : 1n);
  const debt = [...owed].reduce((sum, [token, amount]) => sum + amount * worth(token), 0n);
  return debt === 0n ? null : Number(((debt + liquidity) * UNIT) / debt) / 1e18;
}
let ethPrice = 2000n;

test("no owner has a position before the first deposit", async () => {
  expect((await lab.listPositions(venus, pool.contracts, ALICE)).positions).toEqual([]);
});

test("supplies, debts, XVS and health equal the markets' own, after days of interest not yet accrued", async () => {
  await pool.vEth.write(ALICE, "mint", [10n * UNIT]);
  await pool.vUsd.write(ALICE, "mint", [777n * UNIT]);
  await pool.comptroller.write(ALICE, "enterMarkets", [[pool.vEth.address]]);
  await pool.vUsd.write(ALICE, "borrow", [5_000n * UNIT]);
  await lab.mine(10 * BLOCKS);
  const lending = await expectTruth(ALICE);
  expect(lending.borrows[0]!.rawAmount).toBeGreaterThan(5_000n * UNIT);
  expect(lending.rewards![0]!.rawAmount).toBeGreaterThan(0n);
  const row = compoundV2Family.toContracts({ comptroller: [pool.comptroller.address] }, { chain: "bsc" });
  const { positions } = await lab.listPositions(familyAdapter(compoundV2Family), row, ALICE);
  expect(positions).toHaveLength(1);
  const fork = positions[0]!.detail as Lending;
  expect(toMap(fork.supplies)).toEqual(toMap(lending.supplies));
  expect(fork).toMatchObject({ borrows: lending.borrows, rewards: lending.rewards, healthRate: lending.healthRate });
});

test("minted VAI is a debt, with its stability fee", async () => {
  const { vaiController, vUsd, comptroller } = pool;
  await vUsd.write(BOB, "mint", [10_000n * UNIT]);
  await pool.vEth.write(BOB, "mint", [UNIT]); // not entered, so it secures nothing
  await comptroller.write(BOB, "enterMarkets", [[vUsd.address]]);
  await vaiController.write(BOB, "mintVAI", [1_000n * UNIT]);
  await lab.mine(10 * BLOCKS);
  const lending = await expectTruth(BOB);
  expect(lending.supplies).toMatchObject([
    { token: pool.usd.address, isCollateral: true },
    { token: pool.eth.address, isCollateral: false },
  ]);
  expect(lending.borrows).toEqual([{ token: pool.vai.address, rawAmount: expect.any(BigInt) }]);
  expect(lending.borrows[0]!.rawAmount).toBeGreaterThan(1_000n * UNIT);
  await vaiController.write(BOB, "mintVAI", [500n * UNIT]);
  await lab.mine(BLOCKS);
  await expectTruth(BOB);
});

test("claimed rewards are gone, and so are repaid debts and withdrawn supplies", async () => {
  const { vUsd, comptroller } = pool;
  await lab.write(ALICE, {
    to: comptroller.address,
    abi: parseAbi(["function claimVenus(address holder)"]),
    functionName: "claimVenus",
    args: [ALICE],
  });
  const claimed = await expectTruth(ALICE);
  await vUsd.write(ALICE, "repayBorrow", [1_000n * UNIT]);
  await vUsd.write(ALICE, "redeem", [(await vUsd.view<bigint>("balanceOf", [ALICE])) / 2n]);
  await lab.mine(BLOCKS);
  const after = await expectTruth(ALICE);
  expect(toMap(after.borrows).get(pool.usd.address)).toBeLessThan(toMap(claimed.borrows).get(pool.usd.address)!);
});

test("a liquidation takes collateral and debt", async () => {
  const { oracle, vUsd, vEth } = pool;
  ethPrice = 400n;
  await oracle.write(ADMIN, "setUnderlyingPrice", [vEth.address, ethPrice * UNIT]);
  const before = await expectTruth(ALICE);
  expect(before.healthRate).toBeLessThan(1);
  await vUsd.write(CAROL, "liquidateBorrow", [ALICE, 1_000n * UNIT, vEth.address]);
  const after = await expectTruth(ALICE);
  for (const side of ["supplies", "borrows"] as const) {
    const token = side === "supplies" ? pool.eth.address : pool.usd.address;
    expect(toMap(after[side]).get(token)).toBeLessThan(toMap(before[side]).get(token)!);
  }
});

test("rewards remain after a full withdrawal", async () => {
  const { vUsd } = pool;
  await vUsd.write(CAROL, "mint", [100n * UNIT]);
  await lab.mine(BLOCKS);
  await vUsd.write(CAROL, "redeem", [await vUsd.view("balanceOf", [CAROL])]);
  await pool.vEth.write(CAROL, "redeem", [await pool.vEth.view("balanceOf", [CAROL])]);
  const { positions } = await lab.listPositions(venus, pool.contracts, CAROL);
  const { claimed } = await readTruth(CAROL);
  expect(claimed).toBeGreaterThan(0n);
  expect(positions).toEqual([
    {
      name: "Rewards",
      pool: { controller: pool.comptroller.address },
      detail: { type: "reward", rewards: [{ token: pool.xvs.address, rawAmount: claimed }] },
    },
  ]);
});

test("each market is a pool of everything supplied, with interest", async () => {
  const pools = await lab.listPools(venus, pool.contracts);
  expect(pools.map((one) => one.pool.index)).toEqual([pool.vUsd.address, pool.vEth.address]);
  const [rate, shares] = (await simulate(lab, [
    [pool.vUsd, "exchangeRateCurrent"],
    [pool.vUsd, "totalSupply"],
  ])) as [bigint, bigint];
  expect(pools[0]).toMatchObject({
    supplies: [{ token: pool.usd.address, rawAmount: (rate * shares) / UNIT }],
    rawShares: shares,
    depositors: { by: "receipt", token: pool.vUsd.address },
  });
});
