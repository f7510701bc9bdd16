import type { Address } from "@portico/evm";
import { maxUint256 } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PositionDetail } from "../position.ts";
import { ADMIN, deployAaveV2 } from "../testing/aaveV2Market.ts";
import type { AaveV2Market } from "../testing/aaveV2Market.ts";
import { compileTestContract } from "../testing/contracts.ts";
import { ensureHeavy } from "../testing/heavy.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { deployContract } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { aaveV2Family } from "../families/aave-v2/aaveV2.ts";
import { familyAdapter } from "../testing/familyAdapter.ts";
import { aave2 } from "./aave2.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const CAROL: Address = "0x00000000000000000000000000000000000ca201";
const DAY_S = 86_400;
const UNIT = 10n ** 18n;
const STABLE = 1n;
const VARIABLE = 2n;

let lab: Lab;
let market: AaveV2Market;

beforeAll(async () => {
  await ensureHeavy();
  lab = await startLab();
  market = await deployAaveV2(lab);
  for (const owner of [ADMIN, ALICE, CAROL]) {
    for (const token of Object.values(market.tokens)) {
      await token.write(ADMIN, "mint", [owner, 1_000_000n * UNIT]);
      await token.write(owner, "approve", [market.pool.address, maxUint256]);
    }
  }
  for (const token of Object.values(market.tokens)) await supply(ADMIN, token, 500_000n);
});
afterAll(() => lab.stop());

const supply = (owner: Address, token: TestContract, units: bigint) =>
  market.pool.write(owner, "deposit", [token.address, units * UNIT, owner, 0]);

type Lending = Extract<PositionDetail, { type: "lending" }>;

async function readLending(owner: Address): Promise<Lending> {
  const { positions, stages } = await lab.listPositions(aave2, market.contracts, owner);
  expect(positions).toHaveLength(1);
  expect(stages).toBeLessThanOrEqual(3);
  const [position] = positions;
  if (position?.detail.type !== "lending") throw new Error("no lending position");
  return position.detail;
}

type UserReserve = readonly [aToken: bigint, stable: bigint, variable: bigint, ...rest: bigint[]];

/** Reads the market's own data provider at the latest block. */
async function readTruth(owner: Address): Promise<Lending> {
  const truth: Lending = { type: "lending", supplies: [], borrows: [], rewards: [], healthRate: null };
  for (const { address: token } of Object.values(market.tokens)) {
    const row = await market.lens.view<UserReserve>("getUserReserveData", [token, owner]);
    const isCollateral = Boolean(row.at(-1));
    if (row[0] > 0n) truth.supplies.push({ token, rawAmount: row[0], isCollateral });
    if (row[1] + row[2] > 0n) truth.borrows.push({ token, rawAmount: row[1] + row[2] });
  }
  const account = await market.pool.view<bigint[]>("getUserAccountData", [owner]);
  if (truth.borrows.length > 0) truth.healthRate = Number(account[5]) / 1e18;
  return truth;
}

test("supplies, debts of both rates, collateral and health equal the market's own, after days of interest", async () => {
  const { usd, eur, eth } = market.tokens;
  await supply(ALICE, eth, 10n);
  await supply(ALICE, eur, 1_000n);
  await market.pool.write(ALICE, "setUserUseReserveAsCollateral", [eur.address, false]);
  await market.pool.write(ALICE, "borrow", [usd.address, 3_000n * UNIT, VARIABLE, 0, ALICE]);
  await market.pool.write(ALICE, "borrow", [usd.address, 2_000n * UNIT, STABLE, 0, ALICE]);
  await lab.warp(30 * DAY_S);
  const lending = await readLending(ALICE);
  expect(lending).toEqual(await readTruth(ALICE));
  expect(lending.supplies.map(({ isCollateral }) => isCollateral)).toEqual([false, true]);
  expect(lending.borrows[0]!.rawAmount).toBeGreaterThan(5_000n * UNIT);
  const fork = aaveV2Family.toContracts({ dataProvider: [market.lens.address] }, { chain: "eth" });
  expect((await lab.listPositions(familyAdapter(aaveV2Family), fork, ALICE)).positions).toMatchObject([
    { pool: { controller: market.pool.address }, detail: lending },
  ]);
});

test("repaid debts and withdrawn supplies are gone", async () => {
  const { usd, eur } = market.tokens;
  await market.pool.write(ALICE, "repay", [usd.address, maxUint256, STABLE, ALICE]);
  await market.pool.write(ALICE, "withdraw", [eur.address, maxUint256, ALICE]);
  const lending = await readLending(ALICE);
  expect(lending).toEqual(await readTruth(ALICE));
  expect(lending.supplies).toHaveLength(1);
});

test("a liquidation takes collateral and debt", async () => {
  const { usd, eth } = market.tokens;
  await market.oracle.write(ADMIN, "setAssetPrice", [usd.address, UNIT / 350n]);
  const before = await readLending(ALICE);
  expect(before.healthRate).toBeLessThan(1);
  await market.pool.write(CAROL, "liquidationCall", [eth.address, usd.address, ALICE, 500n * UNIT, false]);
  const after = await readLending(ALICE);
  expect(after).toEqual(await readTruth(ALICE));
  expect(after.supplies[0]!.rawAmount).toBeLessThan(before.supplies[0]!.rawAmount);
  expect(after.borrows[0]!.rawAmount).toBeLessThan(before.borrows[0]!.rawAmount);
});

test("rewards of held tokens are included, and rewards accrued before remain when nothing is held", async () => {
  const { usd } = market.tokens;
  const incentives = await deployContract(lab, compileTestContract("IncentivesStandIn"), [usd.address]);
  const [row] = market.contracts.markets;
  const contracts = { markets: [{ ...row!, incentives: incentives.address }] };
  const read = async (owner: Address) => (await lab.listPositions(aave2, contracts, owner)).positions;
  const { supplies, borrows } = await readTruth(ALICE);
  const tokens = await Promise.all([...supplies, ...borrows].map(({ token }) => listEarning(token)));
  const earned = await incentives.view<bigint>("getRewardsBalance", [[...new Set(tokens.flat())], ALICE]);
  expect(await read(ALICE)).toMatchObject([
    { detail: { type: "lending", rewards: [{ token: usd.address, rawAmount: earned }] } },
  ]);
  expect(await read(CAROL)).toEqual([]);
  await incentives.write(ADMIN, "count", [CAROL, 77n]);
  expect(await read(CAROL)).toEqual([
    {
      name: "Rewards",
      pool: { controller: market.pool.address },
      detail: { type: "reward", rewards: [{ token: usd.address, rawAmount: 77n }] },
    },
  ]);
});

/** Stable debts earn nothing. */
async function listEarning(asset: Address): Promise<Address[]> {
  const [aToken, , variable] = await market.lens.view<[Address, Address, Address]>("getReserveTokensAddresses", [
    asset,
  ]);
  return [aToken, variable];
}

test("each reserve is a pool of everything supplied", async () => {
  const pools = await lab.listPools(aave2, market.contracts);
  const truth = await Promise.all(
    Object.values(market.tokens).map(async ({ address }) => {
      const [aToken] = await market.lens.view<[Address]>("getReserveTokensAddresses", [address]);
      const { availableLiquidity, totalStableDebt, totalVariableDebt } = await readReserve(address);
      return {
        token: address,
        aToken: aToken.toLowerCase(),
        atLeast: availableLiquidity + totalStableDebt + totalVariableDebt,
      };
    }),
  );
  expect(pools.map(({ supplies, depositors }) => [supplies[0]!.token, depositors])).toEqual(
    truth.map(({ token, aToken }) => [token, { by: "receipt", token: aToken }]),
  );
  // suppliers own the pool's balance and what is owed to it, except the treasury's share that is not minted yet
  for (const [index, { atLeast }] of truth.entries()) {
    const { rawAmount } = pools[index]!.supplies[0]!;
    expect(rawAmount).toBeLessThanOrEqual(atLeast);
    expect(Number(rawAmount) / Number(atLeast)).toBeCloseTo(1, 4);
  }
});

async function readReserve(asset: Address) {
  const [availableLiquidity, totalStableDebt, totalVariableDebt] = await market.lens.view<[bigint, bigint, bigint]>(
    "getReserveData",
    [asset],
  );
  return { availableLiquidity, totalStableDebt, totalVariableDebt };
}
