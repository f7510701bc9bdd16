import { getChain } from "@portico/evm";
import type { Address } from "@portico/evm";
import { maxUint256 } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Position, PositionDetail } from "../position.ts";
import { ReadError } from "../reader.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import { ADMIN, deployAaveV3, loadCore } from "../testing/aaveV3Market.ts";
import type { AaveV3Market } from "../testing/aaveV3Market.ts";
import { compileTestContract } from "../testing/contracts.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { anyTokenAbi, deployContract, contractAt } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { unlistedLending } from "../unlisted/unlistedLending.ts";
import { aaveV3Family } from "../families/aave-v3/aaveV3.ts";
import { familyAdapter } from "../testing/familyAdapter.ts";
import { aave3 } from "./aave3.ts";
import { toLower } from "../toLower.ts";

const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const CAROL: Address = "0x00000000000000000000000000000000000ca201";
const DAY_S = 86_400;
const UNIT = 10n ** 18n;
const STABLE = 1n;
const VARIABLE = 2n;

let lab: Lab;
let market: AaveV3Market;

beforeAll(async () => {
  lab = await startLab();
  market = await deployAaveV3(lab);
  const { usd, eur, eth } = market.tokens;
  for (const owner of [ADMIN, ALICE, BOB, CAROL]) {
    for (const token of [usd, eur, eth]) {
      await token.write(ADMIN, "mint", [owner, 1_000_000n * UNIT]);
      await token.write(owner, "approve", [market.pool.address, maxUint256]);
    }
  }
  for (const token of [usd, eur, eth]) await supply(ADMIN, token, 500_000n);
});
afterAll(() => lab.stop());

const supply = (owner: Address, token: TestContract, units: bigint) =>
  market.pool.write(owner, "supply", [token.address, units * UNIT, owner, 0]);
const borrow = (owner: Address, token: TestContract, units: bigint, mode: bigint) =>
  market.pool.write(owner, "borrow", [token.address, units * UNIT, mode, 0, owner]);

type Lending = Extract<PositionDetail, { type: "lending" }>;

async function readLending(owner: Address): Promise<{ lending: Lending; position: Position; stages: number }> {
  const { positions, stages } = await lab.listPositions(aave3, market.contracts, owner);
  const [position] = positions;
  expect(positions).toHaveLength(1);
  if (position?.detail.type !== "lending") throw new Error("no lending position");
  return { lending: position.detail, position, stages };
}

interface LensRow {
  underlyingAsset: Address;
  scaledATokenBalance: bigint;
  usageAsCollateralEnabledOnUser: boolean;
}
interface ReserveData {
  aTokenAddress: Address;
  stableDebtTokenAddress: Address;
  variableDebtTokenAddress: Address;
}
const RAY = 10n ** 27n;
const rayMul = (a: bigint, b: bigint): bigint => (a * b + RAY / 2n) / RAY;

/** Reads the market's own lens and tokens at the latest block. */
async function readTruth(owner: Address): Promise<Lending> {
  const [rows] = await market.lens.view<[LensRow[]]>("getUserReservesData", [market.provider, owner]);
  const truth: Lending = { type: "lending", supplies: [], borrows: [], rewards: [], healthRate: null };
  const tokens: Address[] = [];
  for (const { underlyingAsset, scaledATokenBalance, usageAsCollateralEnabledOnUser } of rows) {
    const token = toLower(underlyingAsset);
    const reserve = await market.pool.view<ReserveData>("getReserveData", [token]);
    tokens.push(reserve.aTokenAddress, reserve.variableDebtTokenAddress);
    const balanceOf = (at: Address) => contractAt(lab, anyTokenAbi, at).view<bigint>("balanceOf", [owner]);
    const income = await market.pool.view<bigint>("getReserveNormalizedIncome", [token]);
    const owed =
      (await balanceOf(reserve.stableDebtTokenAddress)) + (await balanceOf(reserve.variableDebtTokenAddress));
    const rawAmount = rayMul(scaledATokenBalance, income);
    if (rawAmount > 0n) truth.supplies.push({ token, rawAmount, isCollateral: usageAsCollateralEnabledOnUser });
    if (owed > 0n) truth.borrows.push({ token, rawAmount: owed });
  }
  const account = await market.pool.view<bigint[]>("getUserAccountData", [owner]);
  if (truth.borrows.length > 0) truth.healthRate = Number(account[5]) / 1e18;
  const [earned, amounts] = await market.rewards.view<[Address[], bigint[]]>("getAllUserRewards", [tokens, owner]);
  truth.rewards = earned
    .map((token, index) => ({ token: toLower(token), rawAmount: amounts[index] ?? 0n }))
    .filter(({ rawAmount }) => rawAmount > 0n);
  return truth;
}

test("no owner has a position before the first deposit", async () => {
  expect(await lab.listPositions(aave3, market.contracts, ALICE)).toMatchObject({ positions: [] });
});

test("supplies, debts of both rates, collateral, rewards and health equal the market's own, after days of interest", async () => {
  const { usd, eur, eth } = market.tokens;
  await supply(ALICE, eth, 10n);
  await supply(ALICE, usd, 1_000n);
  await market.pool.write(ALICE, "setUserUseReserveAsCollateral", [usd.address, false]);
  await borrow(ALICE, eur, 5_000n, VARIABLE);
  await borrow(ALICE, usd, 2_000n, STABLE);
  await lab.warp(30 * DAY_S);
  const { lending, position, stages } = await readLending(ALICE);
  expect(lending).toEqual(await readTruth(ALICE));
  expect(position).toMatchObject({ name: "Lending", pool: { controller: market.pool.address } });
  expect(lending.supplies.map(({ token, isCollateral }) => [token, isCollateral])).toEqual([
    [usd.address, false],
    [eth.address, true],
  ]);
  expect(lending.borrows.map(({ token }) => token)).toEqual([usd.address, eur.address]);
  expect(lending.borrows[0]!.rawAmount).toBeGreaterThan(2_000n * UNIT);
  expect(lending.supplies[0]!.rawAmount).toBeGreaterThan(1_000n * UNIT);
  expect(lending.rewards).toHaveLength(1);
  expect(stages).toBeLessThanOrEqual(3);
});

test("both rates of one asset are one debt", async () => {
  const { usd } = market.tokens;
  await borrow(ALICE, usd, 100n, VARIABLE);
  await lab.warp(DAY_S);
  const { lending, stages } = await readLending(ALICE);
  expect(lending).toEqual(await readTruth(ALICE));
  expect(lending.borrows).toHaveLength(2);
  expect(stages).toBe(2); // a market's reserves are cached
});

test("an owner whose tokens are not in the index has the market's position", async () => {
  const [known, unseen] = await Promise.all([readLending(ALICE), listUnseen(ALICE)]);
  const { supplies, borrows, healthRate } = known.lending;
  const secured = supplies.filter(({ isCollateral }) => isCollateral);
  expect(unseen).toMatchObject([{ detail: { supplies: secured, borrows, healthRate } }]);
});

test("e-mode changes the health rate", async () => {
  const { usd, eur } = market.tokens;
  await supply(BOB, usd, 10_000n);
  await borrow(BOB, eur, 5_000n, VARIABLE);
  const before = await readLending(BOB);
  await market.pool.write(BOB, "setUserEMode", [1]);
  const after = await readLending(BOB);
  expect(after.lending).toEqual(await readTruth(BOB));
  expect(before.lending.healthRate).toBeCloseTo(1.6, 4);
  expect(after.lending.healthRate).toBeCloseTo(1.9, 4);
  await borrow(BOB, eur, 4_000n, VARIABLE);
  await lab.warp(90 * DAY_S);
  expect((await readLending(BOB)).lending).toEqual(await readTruth(BOB));
});

test("a liquidation takes collateral and debt", async () => {
  const { eur, eth } = market.tokens;
  const before = (await readLending(ALICE)).lending;
  await market.oracle.write(ADMIN, "setAssetPrice", [eth.address, 850n * 10n ** 8n]);
  const low = (await readLending(ALICE)).lending;
  expect(low.healthRate).toBeLessThan(1);
  await market.pool.write(CAROL, "liquidationCall", [eth.address, eur.address, ALICE, 1_000n * UNIT, false]);
  const after = (await readLending(ALICE)).lending;
  expect(after).toEqual(await readTruth(ALICE));
  expect(after.borrows[1]!.rawAmount).toBeLessThan(before.borrows[1]!.rawAmount);
  expect(after.supplies[1]!.rawAmount).toBeLessThan(before.supplies[1]!.rawAmount);
  await market.oracle.write(ADMIN, "setAssetPrice", [eth.address, 2000n * 10n ** 8n]);
});

test("without debt there is no health rate; after a full withdrawal the rewards remain until claimed", async () => {
  const { usd, reward } = market.tokens;
  await supply(CAROL, usd, 1_000n);
  await lab.warp(DAY_S);
  const { lending } = await readLending(CAROL);
  expect(lending).toEqual(await readTruth(CAROL));
  expect(lending.healthRate).toBeNull();
  await market.pool.write(CAROL, "withdraw", [usd.address, maxUint256, CAROL]);
  const { positions } = await lab.listPositions(aave3, market.contracts, CAROL);
  const truth = await readTruth(CAROL);
  expect(truth.rewards?.[0]?.rawAmount).toBeGreaterThan(0n);
  expect(positions).toEqual([
    { name: "Rewards", pool: { controller: market.pool.address }, detail: { type: "reward", rewards: truth.rewards } },
  ]);
  const { aTokenAddress } = await market.pool.view<ReserveData>("getReserveData", [usd.address]);
  await market.rewards.write(CAROL, "claimAllRewardsToSelf", [[aTokenAddress]]);
  expect(await reward.view("balanceOf", [CAROL])).toBe(truth.rewards![0]!.rawAmount);
  expect((await lab.listPositions(aave3, market.contracts, CAROL)).positions).toEqual([]);
});

test("repaid debts are gone", async () => {
  const { usd, eur } = market.tokens;
  await market.pool.write(ALICE, "repay", [eur.address, maxUint256, VARIABLE, ALICE]);
  await market.pool.write(ALICE, "repay", [usd.address, maxUint256, VARIABLE, ALICE]);
  await market.pool.write(ALICE, "repay", [usd.address, maxUint256, STABLE, ALICE]);
  const { lending } = await readLending(ALICE);
  expect(lending).toEqual(await readTruth(ALICE));
  expect(lending).toMatchObject({ borrows: [], healthRate: null });
});

test("each reserve is a pool of everything supplied", async () => {
  const pools = await lab.listPools(aave3, market.contracts);
  expect(pools).toHaveLength(3);
  for (const { pool, supplies, rawShares, depositors, contracts } of pools) {
    const { aTokenAddress } = await market.pool.view<ReserveData>("getReserveData", [pool.index]);
    const aToken = toLower(aTokenAddress);
    const total = await contractAt(lab, anyTokenAbi, aToken).view("totalSupply");
    expect({ supplies, rawShares, depositors }).toEqual({
      supplies: [{ token: pool.index, rawAmount: total }],
      rawShares: total,
      depositors: { by: "receipt", token: aToken },
    });
    expect(contracts).toContain(market.pool.address);
  }
});

test("a token that only claims to belong to the market is not one of its receipts", async () => {
  const { pool, tokens, rewards } = market;
  const { aTokenAddress } = await pool.view<ReserveData>("getReserveData", [tokens.usd.address]);
  const impostor = await deployContract(lab, loadCore("protocol/tokenization/AToken"), [pool.address]);
  const args = [pool.address, ADMIN, tokens.usd.address, rewards.address, 18, "a", "a", "0x"];
  await impostor.write(ADMIN, "initialize", args);
  const aToken = toLower(aTokenAddress);
  const known = await aave3.identify!(await open(), [tokens.usd.address, pool.address, impostor.address, aToken]);
  expect([...known]).toEqual([[aToken, "receipt"]]);
});

async function open() {
  const block = await lab.client.getBlock();
  const at = { blockNumber: block.number, timeAt: Number(block.timestamp) };
  const reading = { rpc: lab.client, chain: getChain("eth"), block: at, memory: new Map() };
  return { ...openContext(reading, createChainReader(reading), market.contracts), contracts: market.contracts };
}

const listUnseen = async (owner: Address): Promise<Position[]> =>
  aave3.listPositions!({ ...(await open()), owner, receipts: [], nfts: new Map(), interactions: [] });

test("a market that fails is omitted, unless the owner's tokens may belong to it", async () => {
  const [one] = market.contracts.markets;
  const broken = { name: "broken", pool: CAROL };
  const contracts = { markets: [broken, one!] };
  const { positions } = await lab.listPositions(aave3, market.contracts, ALICE);
  expect(positions).toHaveLength(1);
  expect((await lab.listPositions(aave3, contracts, ALICE)).positions).toEqual(positions);
  expect(await lab.listPools(aave3, contracts)).toHaveLength(3);

  const context = { ...(await open()), owner: ALICE, nfts: new Map(), interactions: [], contracts };
  await expect(aave3.listPositions!({ ...context, receipts: [BOB] })).rejects.toThrow(ReadError);
  const interactions = [{ contract: one!.incentives!, key: BOB }];
  await expect(aave3.listPositions!({ ...context, receipts: [], interactions })).rejects.toThrow(ReadError);
  await expect(lab.listPools(aave3, { markets: [broken] })).rejects.toThrow(ReadError);
});

test("a fork that a data provider or a registry leads to has the same positions and pools", async () => {
  const fork = familyAdapter(aaveV3Family);
  const provider = contractAt(lab, loadCore("protocol/configuration/PoolAddressesProvider").abi, market.provider);
  const registry = await deployContract(lab, loadCore("protocol/configuration/PoolAddressesProviderRegistry"), [ADMIN]);
  await registry.write(ADMIN, "registerAddressesProvider", [market.provider, 1n]);
  const dataProvider = [toLower(await provider.view<Address>("getPoolDataProvider"))];
  // Carol has rewards only: the controller that recorded them is found by the tokens that name it
  await supply(CAROL, market.tokens.usd, 1_000n);
  await lab.warp(DAY_S);
  await market.pool.write(CAROL, "withdraw", [market.tokens.usd.address, maxUint256, CAROL]);
  for (const row of [
    { dataProvider },
    { addressesProviderRegistry: [registry.address] },
    { dataProvider: [BOB, ...dataProvider] },
  ]) {
    const contracts = aaveV3Family.toContracts(row, { chain: "eth" });
    for (const owner of [ALICE, BOB, CAROL]) {
      const { positions } = await lab.listPositions(aave3, market.contracts, owner);
      expect(positions).toHaveLength(1);
      expect(await lab.listPositions(fork, contracts, owner)).toEqual({
        positions,
        stages: expect.any(Number) as number,
      });
    }
    expect(await lab.listPools(fork, contracts)).toEqual(await lab.listPools(aave3, market.contracts));
    expect(await aaveV3Family.check!({ ...(await open()), contracts })).toBeUndefined();
  }
  // rewards that nobody may pay do not count
  const strategy = await market.rewards.view<Address>("getTransferStrategy", [market.tokens.reward.address]);
  await market.tokens.reward.write(ADMIN, "approve", [strategy, 7n]);
  const row = aaveV3Family.toContracts({ dataProvider }, { chain: "eth" });
  expect((await lab.listPositions(fork, row, CAROL)).positions).toMatchObject([
    { detail: { type: "reward", rewards: [{ token: market.tokens.reward.address, rawAmount: 7n }] } },
  ]);
  const wrong = aaveV3Family.toContracts({ dataProvider: [CAROL] }, { chain: "eth" });
  // a fork whose provider is dead does not hide another, and the controller of rewards belongs to the fork of its tokens
  const forks = [wrong, aaveV3Family.toContracts({ dataProvider }, { chain: "eth" })];
  const { aTokenAddress } = await market.pool.view<ReserveData>("getReserveData", [market.tokens.usd.address]);
  const candidates = [toLower(aTokenAddress), market.tokens.usd.address, market.rewards.address, market.pool.address];
  expect(await aaveV3Family.identifyForks!({ ...(await open()), contracts: forks }, candidates)).toEqual(
    new Map([
      [candidates[0], { fork: 1, identity: "receipt" }],
      [market.rewards.address, { fork: 1, identity: "place" }],
    ]),
  );
  expect(await aaveV3Family.check!({ ...(await open()), contracts: wrong })).toMatch(/leads to a pool/);
});

test("supplies of a fork count only as far as its cash and debts cover them", async () => {
  const fork = familyAdapter(aaveV3Family);
  const { usd, eur } = market.tokens;
  const contracts = aaveV3Family.toContracts({ pool: [market.pool.address] }, { chain: "eth" });
  const readSupply = async ({ address }: TestContract) => {
    const { positions } = await lab.listPositions(fork, contracts, ADMIN);
    return (positions[0]!.detail as Lending).supplies.find(({ token }) => token === address)?.rawAmount;
  };
  const readTotal = (at: Address) => contractAt(lab, anyTokenAbi, at).view<bigint>("totalSupply");
  const taken: (() => Promise<unknown>)[] = [];
  for (const token of [usd, eur]) {
    const { aTokenAddress } = await market.pool.view<ReserveData>("getReserveData", [token.address]);
    const cash = await token.view<bigint>("balanceOf", [aTokenAddress]);
    await token.write(toLower(aTokenAddress), "transfer", [CAROL, cash]);
    taken.push(() => token.write(CAROL, "transfer", [aTokenAddress, cash]));
  }
  const reserve = await market.pool.view<ReserveData>("getReserveData", [eur.address]);
  const [debt, all] = [await readTotal(reserve.variableDebtTokenAddress), await readTotal(reserve.aTokenAddress)];
  const whole = await contractAt(lab, anyTokenAbi, reserve.aTokenAddress).view<bigint>("balanceOf", [ADMIN]);
  expect(debt).toBeGreaterThan(0n);
  expect(await readSupply(eur)).toBe((whole * debt) / all);
  expect(await readSupply(usd)).toBeUndefined(); // nobody owes it
  for (const giveBack of taken) await giveBack();
});

test("a fork whose rewards vest has locks, stakes and vesting rewards as far as their contract holds them", async () => {
  const { usd, eur, eth } = market.tokens;
  const STAKER: Address = "0x00000000000000000000000000000000000057a6";
  const fees = await deployContract(lab, compileTestContract("MultiFeeStandIn"), [eth.address]);
  const controller = await deployContract(lab, compileTestContract("MultiFeeStandIn", "FeeControllerStandIn"), [
    fees.address,
  ]);
  const { aTokenAddress } = await market.pool.view<ReserveData>("getReserveData", [usd.address]);
  const aToken = contractAt(lab, loadCore("protocol/tokenization/AToken").abi, aTokenAddress);
  await aToken.write(ADMIN, "setIncentivesController", [controller.address]);
  await eth.write(ADMIN, "mint", [STAKER, 90n]);
  await eth.write(STAKER, "approve", [fees.address, 90n]);
  await fees.write(STAKER, "stake", [10n, false]);
  await fees.write(STAKER, "stake", [30n, true]);
  await fees.write(ADMIN, "mint", [STAKER, 60n]);
  await fees.write(ADMIN, "owe", [STAKER, usd.address, 5n]);
  await fees.write(ADMIN, "owe", [STAKER, eur.address, 5n]);
  await usd.write(ADMIN, "mint", [fees.address, 4n]);
  await eth.write(ADMIN, "mint", [fees.address, 20n]); // of the 60 that vest
  const contracts = aaveV3Family.toContracts({ pool: [market.pool.address] }, { chain: "eth" });
  const [, , , locks] = await fees.view<[bigint, bigint, bigint, { unlockTime: bigint }[]]>("lockedBalances", [STAKER]);
  const [, earnings] = await fees.view<[bigint, { unlockTime: bigint }[]]>("earnedBalances", [STAKER]);
  const pool = { controller: fees.address };
  const unlockAt = Number(locks[0]!.unlockTime);
  const amount = (rawAmount: bigint) => ({ token: eth.address, rawAmount });
  const locked = {
    name: "Locked",
    pool,
    positionIndex: String(unlockAt),
    detail: { unlockAt, supplies: [amount(30n)] },
  };
  const rewards = [{ token: usd.address, rawAmount: 4n }];
  const interactions = [{ contract: fees.address, key: "" }];
  const context = { ...(await open()), contracts, owner: STAKER, receipts: [], nfts: new Map(), interactions };
  expect(await aaveV3Family.identifyForks!({ ...context, contracts: [contracts] }, [fees.address])).toEqual(
    new Map([[fees.address, { fork: 0, identity: "place" }]]),
  );
  expect(await aaveV3Family.listPositions!(context)).toMatchObject([
    locked,
    { name: "Staked", pool, detail: { supplies: [amount(10n)], rewards } },
    { name: "Vesting", pool, detail: { token: amount(20n), endAt: Number(earnings[0]!.unlockTime) } },
  ]);
  await aToken.write(ADMIN, "setIncentivesController", [market.rewards.address]);
});

test("if the oracle fails, the debt is reported without a health rate", async () => {
  const provider = contractAt(lab, loadCore("protocol/configuration/PoolAddressesProvider").abi, market.provider);
  const healthy = (await readLending(BOB)).lending;
  expect(healthy.healthRate).toBeGreaterThan(1);
  await provider.write(ADMIN, "setPriceOracle", [CAROL]);
  const { lending } = await readLending(BOB);
  expect(lending).toMatchObject({ borrows: [{ token: market.tokens.eur.address }], healthRate: null });
  await provider.write(ADMIN, "setPriceOracle", [market.oracle.address]);
  await market.oracle.write(ADMIN, "setAssetPrice", [market.tokens.eur.address, 0n]);
  expect((await readLending(BOB)).lending.healthRate).toBeNull();
});

test("a deposit in a market that nobody listed counts as far as the market holds it, and nothing beside a debt", async () => {
  const { usd, eur } = market.tokens;
  const LONER: Address = "0x00000000000000000000000000000000000010e4";
  await usd.write(ADMIN, "mint", [LONER, 1_000n * UNIT]);
  await usd.write(LONER, "approve", [market.pool.address, maxUint256]);
  await supply(LONER, usd, 700n);
  const { positions } = await lab.listPositions(unlistedLending, {}, LONER);
  const held = positions.filter(({ detail }) => "supplies" in detail);
  expect(held).toMatchObject([{ name: "Lending", pool: { controller: market.pool.address } }]);
  const [supplied] = held[0]!.detail.type === "common" ? held[0]!.detail.supplies : [];
  expect(supplied?.token).toBe(usd.address);
  expect(supplied!.rawAmount).toBeGreaterThan(0n);
  expect(supplied!.rawAmount).toBeLessThanOrEqual(700n * UNIT);
  await borrow(LONER, eur, 10n, VARIABLE);
  const { positions: indebted } = await lab.listPositions(unlistedLending, {}, LONER);
  const amounts = indebted.flatMap(({ detail }) => (detail.type === "common" ? detail.supplies : []));
  expect(amounts.every(({ rawAmount }) => rawAmount === 0n)).toBe(true);
});
