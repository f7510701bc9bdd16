import { getChain, NATIVE_TOKEN } from "@portico/evm";
import type { Address } from "@portico/evm";
import { keccak256, parseAbi, toHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Adapter } from "../adapter.ts";
import { createChainReader, openContext } from "../chainReader.ts";
import type { Family } from "../family.ts";
import type { PositionDetail } from "../position.ts";
import { compileContract } from "@portico/devnet";
import { compileTestContract } from "../testing/contracts.ts";
import { familyAdapter } from "../testing/familyAdapter.ts";
import { startLab } from "../testing/lab.ts";
import type { Lab } from "../testing/lab.ts";
import { simulate } from "../testing/simulate.ts";
import { anyTokenAbi, contractAt, deployContract } from "../testing/testContract.ts";
import type { TestContract } from "../testing/testContract.ts";
import { deployToken, tokenAbi } from "../testing/tokens.ts";
import { compoundV2Family } from "./compound-v2/compoundV2.ts";
import { dforceFamily } from "./dforce/dforce.ts";
import { fraxlendFamily } from "./fraxlend/fraxlend.ts";
import { toLower } from "../toLower.ts";
import { impermaxFamily } from "./impermax/impermax.ts";
import { yieldVaultsFamily } from "./yield-vaults/yieldVaults.ts";

// Aave's forks are in aave3.test.ts, Comets in compound3.test.ts, vaults in erc4626.test.ts: with the scenes of these.

const ADMIN: Address = "0x0000000000000000000000000000000000000ad1";
const ALICE: Address = "0x00000000000000000000000000000000000a11ce";
const BOB: Address = "0x0000000000000000000000000000000000000b0b";
const CAROL: Address = "0x00000000000000000000000000000000000ca201";
const DAY_S = 86_400;
const UNIT = 10n ** 18n;

let lab: Lab;
let usd: TestContract;
let eth: TestContract;
let reward: TestContract;

beforeAll(async () => {
  lab = await startLab();
  const token = async (symbol: string) => contractAt(lab, anyTokenAbi, await deployToken(lab, symbol, ADMIN));
  [usd, eth, reward] = [await token("USD"), await token("ETH"), await token("RWD")];
});
afterAll(() => lab.stop());

type Lending = Extract<PositionDetail, { type: "lending" }>;

async function readLending<Contracts>(
  fork: Adapter<Contracts>,
  contracts: Contracts,
  owner: Address,
  maxStages = 3,
): Promise<Lending> {
  const { positions, stages } = await lab.listPositions(fork, contracts, owner);
  expect(positions).toHaveLength(1);
  expect(stages).toBeLessThanOrEqual(maxStages);
  if (positions[0]?.detail.type !== "lending") throw new Error("no lending position");
  return positions[0].detail;
}

async function open<Contracts>(contracts: Contracts) {
  const block = await lab.client.getBlock();
  const at = { blockNumber: block.number, timeAt: Number(block.timestamp) };
  const reading = { rpc: lab.client, chain: getChain("eth"), block: at, memory: new Map() };
  return { ...openContext(reading, createChainReader(reading), contracts), contracts };
}

/** What is wrong with a row. */
const checkRow = async <Contracts>(family: Family<Contracts>, addresses: Record<string, Address[]>) =>
  family.check!(await open(family.toContracts(addresses, { chain: "eth" })));

// Compound V2

interface Comptroller {
  contracts: { comptroller: Address };
  comptroller: TestContract;
  usdMarket: TestContract;
  nativeMarket: TestContract;
}

/** Two markets, of a dollar and of native coin of 2,000; suppliers earn. */
async function deployCompound(): Promise<Comptroller> {
  const comptroller = await deployContract(lab, compileTestContract("ComptrollerStandIn"), [reward.address, UNIT]);
  const artifact = compileTestContract("ComptrollerStandIn", "MarketStandIn");
  const deploy = (asset: Address) => deployContract(lab, artifact, [comptroller.address, asset]);
  const usdMarket = await deploy(usd.address);
  const nativeMarket = await deploy("0x0000000000000000000000000000000000000000");
  await comptroller.write(ADMIN, "list", [usdMarket.address, UNIT, (UNIT * 8n) / 10n]);
  await comptroller.write(ADMIN, "list", [nativeMarket.address, 2000n * UNIT, (UNIT * 75n) / 100n]);
  await reward.write(ADMIN, "mint", [comptroller.address, 10n ** 30n]);
  return { contracts: { comptroller: comptroller.address }, comptroller, usdMarket, nativeMarket };
}

const supplyUsd = async ({ usdMarket }: Comptroller, owner: Address, units: bigint) => {
  await usd.write(ADMIN, "mint", [usdMarket.address, units * UNIT]);
  await usdMarket.write(owner, "mint", [units * UNIT]);
};
const compound = familyAdapter(compoundV2Family);

test("an account of a Compound fork equals the markets' and the comptroller's own figures, and its rewards a claim", async () => {
  const [fork, other] = [await deployCompound(), await deployCompound()];
  const { comptroller, usdMarket, nativeMarket } = fork;
  for (const one of [fork, other]) await supplyUsd(one, BOB, 100_000n);
  await lab.send({ from: ALICE, to: nativeMarket.address, value: 10n * UNIT });
  await supplyUsd(fork, ALICE, 500n);
  await comptroller.write(ALICE, "enterMarkets", [[nativeMarket.address, usdMarket.address]]);
  await comptroller.write(ADMIN, "setShownFactor", [usdMarket.address, UNIT / 2n]);
  await usdMarket.write(ALICE, "borrow", [9_000n * UNIT]);
  await lab.warp(90 * DAY_S);

  const lending = await readLending(compound, fork.contracts, ALICE);
  const [supplied, owed, native, [collateral, debt], before, , after] = (await simulate(lab, [
    [usdMarket, "balanceOfUnderlying", [ALICE]],
    [usdMarket, "borrowBalanceCurrent", [ALICE]],
    [nativeMarket, "balanceOfUnderlying", [ALICE]],
    [comptroller, "getWorth", [ALICE]],
    [reward, "balanceOf", [ALICE]],
    [comptroller, "claimComp", [ALICE, [usdMarket.address, nativeMarket.address]]],
    [reward, "balanceOf", [ALICE]],
  ])) as [bigint, bigint, bigint, [bigint, bigint], bigint, unknown, bigint];
  expect(new Map(lending.supplies.map(({ token, rawAmount }) => [token, rawAmount]))).toEqual(
    new Map([
      [usd.address, supplied],
      [NATIVE_TOKEN, native],
    ]),
  );
  expect(lending.supplies.every(({ isCollateral }) => isCollateral)).toBe(true);
  expect(lending.borrows).toEqual([{ token: usd.address, rawAmount: owed }]);
  expect(lending.healthRate).toBe(Number((collateral * UNIT) / debt) / 1e18);
  expect(lending.rewards).toEqual([{ token: reward.address, rawAmount: after - before }]);
  expect(after).toBeGreaterThan(before);
  expect(owed).toBeGreaterThan(9_000n * UNIT);
  // Bob supplies to both, and each fork has its own
  const bob = await readLending(compound, other.contracts, BOB);
  expect(bob).toMatchObject({ supplies: [{ token: usd.address, isCollateral: false }], borrows: [], healthRate: null });
  const pools = await lab.listPools(compound, fork.contracts);
  const totals = await Promise.all([usdMarket, nativeMarket].map((market) => market.view<bigint>("totalSupply")));
  expect(pools.map(({ rawShares }) => rawShares)).toEqual(totals);
  const identified = await identify(
    compound,
    [other.contracts, fork.contracts],
    [usdMarket.address, other.usdMarket.address],
  );
  expect([...identified]).toEqual([
    [usdMarket.address, { fork: 1, identity: "receipt" }],
    [other.usdMarket.address, { fork: 0, identity: "receipt" }],
  ]);
  expect(await checkRow(compoundV2Family, { comptroller: [comptroller.address] })).toBeUndefined();
  expect(await checkRow(compoundV2Family, { comptroller: [usdMarket.address] })).toMatch(/oracle\(\)/);
});

const identify = async <Contracts>(adapter: Adapter<Contracts>, forks: Contracts[], candidates: Address[]) =>
  adapter.identifyForks!(await open(forks), candidates);

test("a market that reports cash that it does not hold adds nothing, and one that its comptroller does not list is none", async () => {
  const fork = await deployCompound();
  const { comptroller, usdMarket } = fork;
  await supplyUsd(fork, BOB, 1_000n);
  await usdMarket.write(ADMIN, "pretend", [10n ** 30n]);
  const { supplies, rewards } = await readLending(compound, fork.contracts, BOB);
  expect(await usdMarket.view("exchangeRateStored")).toBeGreaterThan(10n ** 20n);
  expect(supplies).toEqual([{ token: usd.address, rawAmount: 1_000n * UNIT, isCollateral: false }]);
  expect((await lab.listPools(compound, fork.contracts))[0]!.supplies).toEqual([
    { token: usd.address, rawAmount: 1_000n * UNIT },
  ]);
  // rewards are what a claim pays: nothing, if the comptroller has too little
  expect(rewards![0]!.rawAmount).toBeGreaterThan(0n);
  const collecting = await deployContract(lab, compileTestContract("ComptrollerStandIn", "CollectingComptroller"), [
    comptroller.address,
  ]);
  const otherMarket = await deployContract(lab, compileTestContract("ComptrollerStandIn", "MarketStandIn"), [
    collecting.address,
    usd.address,
  ]);
  await collecting.write(ADMIN, "list", [otherMarket.address, UNIT, UNIT / 2n]);
  await usd.write(ADMIN, "mint", [otherMarket.address, UNIT]);
  await otherMarket.write(BOB, "mint", [UNIT]);
  const collected = await readLending(compound, { comptroller: collecting.address }, BOB);
  expect(collected).toMatchObject({ supplies: [{ rawAmount: UNIT }], rewards: [] });
  await reward.write(comptroller.address, "transfer", [ADMIN, await reward.view("balanceOf", [comptroller.address])]);
  expect((await readLending(compound, fork.contracts, BOB)).rewards).toEqual([]);
  const artifact = compileTestContract("ComptrollerStandIn", "MarketStandIn");
  const unlisted = await deployContract(lab, artifact, [comptroller.address, usd.address]);
  expect(await identify(compound, [fork.contracts], [unlisted.address])).toEqual(new Map());
});

test("a Compound fork whose comptroller names a distributor has its rewards, as far as it holds them", async () => {
  const comptroller = await deployContract(lab, compileTestContract("ComptrollerStandIn", "DistributedComptroller"));
  const artifact = compileTestContract("ComptrollerStandIn", "MarketStandIn");
  const usdMarket = await deployContract(lab, artifact, [comptroller.address, usd.address]);
  await comptroller.write(ADMIN, "list", [usdMarket.address, UNIT, UNIT / 2n]);
  await usd.write(ADMIN, "mint", [usdMarket.address, UNIT]);
  await usdMarket.write(BOB, "mint", [UNIT]);
  const distributor = await deployContract(lab, compileTestContract("ComptrollerStandIn", "MultiDistributorStandIn"));
  await distributor.write(ADMIN, "owe", [BOB, reward.address, 9n]);
  const find = async () => (await readLending(compound, { comptroller: comptroller.address }, BOB, 5)).rewards;
  expect(await find()).toEqual([]);
  await comptroller.write(ADMIN, "setDistributor", [distributor.address]);
  expect(await find()).toEqual([]);
  await reward.write(ADMIN, "mint", [distributor.address, 7n]);
  expect(await find()).toEqual([{ token: reward.address, rawAmount: 7n }]);
});

test("who left a Compound fork has the rewards until they are claimed", async () => {
  const fork = await deployCompound();
  const { comptroller, usdMarket } = fork;
  await supplyUsd(fork, CAROL, 1_000n);
  await lab.warp(DAY_S);
  await usdMarket.write(CAROL, "redeem", [await usdMarket.view("balanceOf", [CAROL])]);
  const { positions } = await lab.listPositions(compound, fork.contracts, CAROL);
  const rawAmount = await comptroller.view<bigint>("compAccrued", [CAROL]);
  expect(rawAmount).toBeGreaterThan(0n);
  expect(positions).toEqual([
    {
      name: "Rewards",
      pool: { controller: comptroller.address },
      detail: { type: "reward", rewards: [{ token: reward.address, rawAmount }] },
    },
  ]);
  await comptroller.write(CAROL, "claimComp", [CAROL, [usdMarket.address]]);
  expect((await lab.listPositions(compound, fork.contracts, CAROL)).positions).toEqual([]);
});

// dForce

test("an account at a controller of dForce equals its own figures after interest", async () => {
  const controller = await deployContract(lab, compileTestContract("DforceStandIn"), [reward.address, UNIT]);
  const artifact = compileTestContract("DforceStandIn", "DforceTokenStandIn");
  const [usdMarket, ethMarket] = [
    await deployContract(lab, artifact, [controller.address, usd.address]),
    await deployContract(lab, artifact, [controller.address, eth.address]),
  ];
  await controller.write(ADMIN, "list", [usdMarket.address, UNIT, (UNIT * 8n) / 10n]);
  await controller.write(ADMIN, "list", [ethMarket.address, 2000n * UNIT, (UNIT * 75n) / 100n]);
  await reward.write(ADMIN, "mint", [controller.address, 10n ** 30n]);
  for (const [owner, token, market, units] of [
    [BOB, usd, usdMarket, 100_000n],
    [ALICE, eth, ethMarket, 10n],
  ] as const) {
    await token.write(ADMIN, "mint", [market.address, units * UNIT]);
    await market.write(owner, "mint", [units * UNIT]);
  }
  await controller.write(ALICE, "enterMarkets", [[ethMarket.address]]);
  await usdMarket.write(ALICE, "borrow", [9_000n * UNIT]);
  await lab.warp(60 * DAY_S);

  const fork = familyAdapter(dforceFamily);
  const contracts = dforceFamily.toContracts({ controller: [controller.address] }, { chain: "eth" });
  const lending = await readLending(fork, contracts, ALICE, 4); // the first caches the distributor
  const [owed, supplied, [, , collateral, debt], before, , after] = (await simulate(lab, [
    [usdMarket, "borrowBalanceCurrent", [ALICE]],
    [ethMarket, "balanceOfUnderlying", [ALICE]],
    [controller, "calcAccountEquity", [ALICE]],
    [reward, "balanceOf", [ALICE]],
    [controller, "claimReward", [[ALICE], [ethMarket.address]]],
    [reward, "balanceOf", [ALICE]],
  ])) as [bigint, bigint, bigint[], bigint, unknown, bigint];
  expect(lending).toEqual({
    type: "lending",
    supplies: [{ token: eth.address, rawAmount: supplied, isCollateral: true }],
    borrows: [{ token: usd.address, rawAmount: owed }],
    rewards: [{ token: reward.address, rawAmount: after - before }],
    healthRate: Number((collateral! * UNIT) / debt!) / 1e18,
  });
  expect(owed).toBeGreaterThan(9_000n * UNIT);
  expect(after).toBeGreaterThan(before);
  expect(await readLending(fork, contracts, BOB)).toMatchObject({
    supplies: [{ token: usd.address, isCollateral: false }],
    healthRate: null,
  });
  expect((await lab.listPools(fork, contracts)).map(({ pool }) => pool.index)).toEqual([
    usdMarket.address,
    ethMarket.address,
  ]);
  expect(await checkRow(dforceFamily, { controller: [controller.address] })).toBeUndefined();
  expect(await checkRow(dforceFamily, { controller: [usd.address] })).toMatch(/getAlliTokens/);
});

// Fraxlend

test("shares, debt, collateral and health of a Fraxlend pair equal its own figures after interest", async () => {
  const pair = await deployContract(lab, compileTestContract("FraxlendPairStandIn"), [usd.address, eth.address]);
  const registryArtifact = compileTestContract("FraxlendPairStandIn", "FraxlendRegistryStandIn");
  const registry = await deployContract(lab, registryArtifact);
  await registry.write(ADMIN, "add", [pair.address]);
  await usd.write(ADMIN, "mint", [pair.address, 50_000n * UNIT]);
  await pair.write(BOB, "deposit", [50_000n * UNIT]);
  await eth.write(ADMIN, "mint", [pair.address, 10n * UNIT]);
  await pair.write(ALICE, "addCollateral", [10n * UNIT, ALICE]);
  await pair.write(ALICE, "borrowAsset", [14_000n * UNIT]);
  await lab.warp(30 * DAY_S);
  const fork = familyAdapter(fraxlendFamily);
  const contracts = fraxlendFamily.toContracts({ registry: [registry.address] }, { chain: "eth" });

  const [alice, bob] = [await readLending(fork, contracts, ALICE), await readLending(fork, contracts, BOB)];
  const [, owed, lent, isSolvent] = (await simulate(lab, [
    [pair, "addInterest", [false]],
    [pair, "toBorrowAmount", [await pair.view("userBorrowShares", [ALICE])]],
    [pair, "toAssetAmount", [await pair.view("balanceOf", [BOB])]],
    [pair, "isSolvent", [ALICE]],
  ])) as [unknown, bigint, bigint, boolean];
  expect(alice).toEqual({
    type: "lending",
    supplies: [{ token: eth.address, rawAmount: 10n * UNIT, isCollateral: true }],
    borrows: [{ token: usd.address, rawAmount: owed }],
    healthRate: 75_000 / Number((((owed * 5n * 10n ** 14n) / UNIT) * 100_000n) / (10n * UNIT)),
  });
  expect(bob).toMatchObject({ supplies: [{ token: usd.address, rawAmount: lent, isCollateral: false }], borrows: [] });
  expect(owed).toBeGreaterThan(14_000n * UNIT);
  expect(isSolvent).toBe(alice.healthRate! >= 1);
  await pair.write(ADMIN, "setRate", [UNIT / 1_800n]);
  expect((await readLending(fork, contracts, ALICE)).healthRate).toBeLessThan(1);
  expect(await pair.view("isSolvent", [ALICE])).toBe(false);

  const [pool] = await lab.listPools(fork, contracts);
  expect(pool).toMatchObject({
    pool: { controller: pair.address },
    supplies: [{ rawAmount: (await readTotal(pair))[0] }, { rawAmount: 10n * UNIT }],
    depositors: { by: "receipt", token: pair.address, supplies: [{ rawAmount: (await readTotal(pair))[0] }] },
  });
  // collateral that the pair no longer holds does not count
  await eth.write(pair.address, "transfer", [ADMIN, 10n * UNIT]);
  expect((await readLending(fork, contracts, ALICE)).supplies).toEqual([]);
  expect(await checkRow(fraxlendFamily, { registry: [registry.address] })).toBeUndefined();
  expect(await checkRow(fraxlendFamily, { registry: [usd.address] })).toMatch(/getAllPairAddresses/);
});

async function readTotal(pair: TestContract): Promise<readonly [bigint, bigint]> {
  const [, total] = await simulate(lab, [
    [pair, "addInterest", [false]],
    [pair, "totalAsset"],
  ]);
  return total as [bigint, bigint];
}

// Yield vaults

const yieldVaults = familyAdapter(yieldVaultsFamily);

test("a share of a yield vault pays what withdrawing does, as far as its strategy's stake is real", async () => {
  const chef = await deployContract(lab, compileContract("MasterChef"), [reward.address, ADMIN, 0n, 0n, 0n], ADMIN);
  const role = keccak256(toHex("MINTER_ROLE"));
  const grant = { to: reward.address, abi: tokenAbi, functionName: "grantRole", args: [role, chef.address] };
  await lab.write(ADMIN, grant);
  for (const token of [usd, eth]) await chef.write(ADMIN, "add", [1n, token.address, false]);
  const artifact = compileTestContract("YieldVaultStandIn");
  const vault = await deployContract(lab, artifact, [usd.address, chef.address, 0n]);
  for (const [owner, units] of [
    [BOB, 1_000n],
    [ALICE, 777n],
  ] as const) {
    await usd.write(ADMIN, "mint", [owner, units * UNIT]);
    await usd.write(owner, "approve", [vault.address, units * UNIT]);
    await vault.write(owner, "deposit", [units * UNIT]);
    await usd.write(ADMIN, "mint", [vault.address, 33n * UNIT]); // yield
  }
  const contracts = yieldVaultsFamily.toContracts({ vault: [vault.address] }, { chain: "eth" });
  const readAlice = async () => (await lab.listPositions(yieldVaults, contracts, ALICE)).positions;
  const shares = await vault.view<bigint>("balanceOf", [ALICE]);
  const call = { account: ALICE, address: vault.address, abi: vault.abi, functionName: "withdraw", args: [shares] };
  const paid = (await lab.client.simulateContract(call)).result as bigint;
  expect(paid).toBeGreaterThan(777n * UNIT);
  const position = { name: "Yield", pool: { controller: vault.address } };
  const supplies = [{ token: usd.address, rawAmount: paid }];
  expect(await readAlice()).toEqual([{ ...position, detail: { type: "common", supplies } }]);
  expect(await lab.listPools(yieldVaults, contracts)).toMatchObject([
    {
      supplies: [{ token: usd.address, rawAmount: await vault.view("balance") }],
      depositors: { token: vault.address },
    },
  ]);

  const receipt = { token: vault.address, rawAmount: shares };
  expect(await yieldVaults.unwrap!(await open(contracts), receipt)).toEqual(supplies);

  await vault.write(ADMIN, "pretend", [10n ** 30n]);
  expect(await readAlice()).toMatchObject([
    { detail: { supplies, description: expect.stringMatching(/counted/) as string } },
  ]);
  // a stake of another token does not count
  const other = await deployContract(lab, artifact, [usd.address, chef.address, 1n]);
  const strategy = await other.view<Address>("strategy");
  await eth.write(ADMIN, "mint", [strategy, 100n]);
  await eth.write(strategy, "approve", [chef.address, 100n]);
  await usd.write(ADMIN, "mint", [CAROL, 100n]);
  await usd.write(CAROL, "approve", [other.address, 100n]);
  await other.write(CAROL, "deposit", [100n]);
  expect(await other.view("balance")).toBe(200n);
  const row = yieldVaultsFamily.toContracts({ vault: [other.address] }, { chain: "eth" });
  expect((await lab.listPositions(yieldVaults, row, CAROL)).positions).toMatchObject([
    { detail: { supplies: [{ token: usd.address, rawAmount: 100n }] } },
  ]);
  expect(await checkRow(yieldVaultsFamily, { vault: [ALICE, other.address] })).toBeUndefined();
  expect(await checkRow(yieldVaultsFamily, { vault: [ALICE, chef.address] })).toMatch(/no vault/);
});

test("a share of a vault with a queue of strategies counts what these hold, each once", async () => {
  const vault = await deployContract(lab, compileTestContract("YieldVaultStandIn", "QueueVaultStandIn"), [usd.address]);
  const [first, second, stray]: readonly Address[] = [ADMIN, CAROL, BOB].map(
    (_one, index): Address => `0x${(0x57a7 + index).toString(16).padStart(40, "0")}`,
  );
  for (const [at, amount] of [
    [vault.address, 100n],
    [first, 200n],
    [second, 300n],
    [stray, 400n],
  ] as const)
    await usd.write(ADMIN, "mint", [at, amount * UNIT]);
  await vault.write(ADMIN, "setQueue", [[first, second]]);
  for (const owner of [ALICE, BOB]) await vault.write(ADMIN, "mint", [owner, 50n * UNIT]);
  const contracts = yieldVaultsFamily.toContracts({ vault: [vault.address] }, { chain: "eth" });
  const find = async () => (await lab.listPositions(yieldVaults, contracts, ALICE)).positions;
  const price = await vault.view<bigint>("pricePerShare");
  const whole = { type: "common", supplies: [{ token: usd.address, rawAmount: 50n * price }] };
  expect(price).toBe(6n * UNIT);
  expect(await find()).toEqual([{ name: "Yield", pool: { controller: vault.address }, detail: whole }]);
  await vault.write(ADMIN, "setQueue", [[first, second, second]]); // reports 900, of which there are 600
  expect(await find()).toMatchObject([{ detail: { supplies: [{ rawAmount: 300n * UNIT }] } }]);
});

// Impermax

const poolTokenAbi = parseAbi([
  "function mint(uint256 amount)",
  "function borrow(uint256 amount)",
  "function exchangeRate() returns (uint256)",
  "function borrowBalance(address owner) view returns (uint256)",
  "function getNeeded(address owner) view returns (uint256)",
]);

test("what is lent, secured and owed in a lending pool of Impermax equals its own figures after interest", async () => {
  const factory = await deployContract(lab, compileTestContract("ImpermaxStandIn"));
  const pair = contractAt(lab, anyTokenAbi, await deployToken(lab, "PAIR", ADMIN));
  await factory.write(ADMIN, "create", [pair.address, usd.address, eth.address]);
  const [, , ...at] = await factory.view<Address[]>("getLendingPool", [pair.address]);
  const collateral = contractAt(lab, poolTokenAbi, at[0]!);
  const [usdPool, ethPool] = at.slice(1).map((address) => contractAt(lab, poolTokenAbi, address));
  const deposit = async (token: TestContract, into: TestContract, owner: Address) => {
    await token.write(ADMIN, "mint", [into.address, 1_000n * UNIT]);
    await into.write(owner, "mint", [1_000n * UNIT]);
  };
  await deposit(usd, usdPool!, BOB);
  await deposit(eth, ethPool!, BOB);
  await deposit(pair, collateral, ALICE);
  await usdPool!.write(ALICE, "borrow", [900n * UNIT]);
  await ethPool!.write(ALICE, "borrow", [500n * UNIT]);
  await lab.warp(40 * DAY_S);

  const fork = familyAdapter(impermaxFamily);
  const contracts = impermaxFamily.toContracts({ factory: [factory.address] }, { chain: "eth" });
  const alice = await readLending(fork, contracts, ALICE, 5); // the first caches tokens
  const bob = await readLending(fork, contracts, BOB);
  const [usdRate, ethRate, usdDebt, ethDebt, needed] = (await simulate(lab, [
    [usdPool!, "exchangeRate"],
    [ethPool!, "exchangeRate"],
    [usdPool!, "borrowBalance", [ALICE]],
    [ethPool!, "borrowBalance", [ALICE]],
    [collateral, "getNeeded", [ALICE]],
  ])) as bigint[];
  const debts = [usdDebt!, ethDebt!];
  expect(alice).toEqual({
    type: "lending",
    supplies: [{ token: pair.address, rawAmount: 1_000n * UNIT, isCollateral: true }],
    borrows: [usd, eth].map(({ address }, index) => ({ token: address, rawAmount: debts[index] })),
    healthRate: Number((1_000n * UNIT * UNIT) / needed!) / 1e18,
  });
  expect(usdDebt).toBeGreaterThan(900n * UNIT);
  expect(bob).toMatchObject({
    supplies: [
      { token: usd.address, rawAmount: 1_000n * usdRate!, isCollateral: false },
      { token: eth.address, rawAmount: 1_000n * ethRate!, isCollateral: false },
    ],
    borrows: [],
    healthRate: null,
  });
  const pools = await lab.listPools(fork, contracts);
  expect(new Map(pools.map(({ pool, supplies }) => [pool.index, supplies[0]!.rawAmount]))).toEqual(
    new Map([
      [collateral.address, 1_000n * UNIT],
      [usdPool!.address, 1_000n * usdRate!],
      [ethPool!.address, 1_000n * ethRate!],
    ]),
  );

  const [otherPair, broken] = [await deployToken(lab, "PAIR2", ADMIN), await deployToken(lab, "BRK", ADMIN)];
  await factory.write(ADMIN, "create", [otherPair, broken, eth.address]);
  const [, , , brokenPool] = await factory.view<Address[]>("getLendingPool", [otherPair]);
  await lab.rpc.call("anvil_setCode", [broken, "0xfe"]);
  const receipts = [usdPool!.address, toLower(brokenPool!)];
  const held = { owner: BOB, receipts, nfts: new Map(), interactions: [] };
  expect(await fork.listPositions!({ ...(await open(contracts)), ...held })).toHaveLength(1);
  await pair.write(collateral.address, "transfer", [ADMIN, 600n * UNIT]);
  expect((await readLending(fork, contracts, ALICE)).supplies).toEqual([
    { token: pair.address, rawAmount: 400n * UNIT, isCollateral: true },
  ]);
  expect(await checkRow(impermaxFamily, { factory: [factory.address] })).toBeUndefined();
  expect(await checkRow(impermaxFamily, { factory: [usd.address] })).toMatch(/allLendingPoolsLength/);
});
