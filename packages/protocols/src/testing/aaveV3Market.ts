import type { Address } from "@portico/evm";
import { loadArtifact } from "@portico/devnet";
import { maxUint256 } from "viem";
import type { Lab } from "./lab.ts";
import { anyTokenAbi, deployContract, contractAt } from "./testContract.ts";
import type { TestContract } from "./testContract.ts";
import { deployToken } from "./tokens.ts";
import type { AaveContracts } from "../families/aaveVersion.ts";

export const ADMIN: Address = "0x0000000000000000000000000000000000000ad1";
const ZERO_ADDRESS: Address = "0x0000000000000000000000000000000000000000";
const RAY = 10n ** 27n;

type Libraries = Record<string, Address>;
export const loadCore = (path: string, libraries: Libraries = {}) =>
  loadArtifact(
    "@aave/core-v3",
    `artifacts/contracts/${path}.sol/${path.split("/").at(-1)}.json`,
    libraries,
    import.meta.url,
  );
const periphery = (path: string) =>
  loadArtifact(
    "@aave/periphery-v3",
    `artifacts/contracts/${path}.sol/${path.split("/").at(-1)}.json`,
    {},
    import.meta.url,
  );

/** An Aave V3 market with two stable coins in an e-mode and a volatile one, and rewards for suppliers of the first. */
export interface AaveV3Market {
  contracts: AaveContracts;
  tokens: { usd: TestContract; eur: TestContract; eth: TestContract; reward: TestContract };
  pool: TestContract;
  /** In USD with 8 decimals. */
  oracle: TestContract;
  rewards: TestContract;
  provider: Address;
  /** UiPoolDataProviderV3. */
  lens: TestContract;
}

export async function deployAaveV3(lab: Lab): Promise<AaveV3Market> {
  const libraries = await deployLibraries(lab);
  const provider = await deployContract(lab, loadCore("protocol/configuration/PoolAddressesProvider"), ["lab", ADMIN]);
  const configure = (functionName: string, args: readonly unknown[]) => provider.write(ADMIN, functionName, args);
  const dataProvider = await lab.deploy(loadCore("misc/AaveProtocolDataProvider"), [provider.address]);
  await configure("setPoolDataProvider", [dataProvider]);
  await configure("setACLAdmin", [ADMIN]);
  const roles = await deployContract(lab, loadCore("protocol/configuration/ACLManager"), [provider.address]);
  await configure("setACLManager", [roles.address]);
  for (const role of ["addPoolAdmin", "addEmergencyAdmin", "addAssetListingAdmin", "addRiskAdmin"])
    await roles.write(ADMIN, role, [ADMIN]);
  const oracle = await deployContract(lab, loadCore("mocks/oracle/PriceOracle"));
  await configure("setPriceOracle", [oracle.address]);
  const poolArtifact = loadCore("protocol/pool/Pool", libraries);
  const configuratorArtifact = loadCore("protocol/pool/PoolConfigurator", libraries);
  await configure("setPoolImpl", [await lab.deploy(poolArtifact, [provider.address])]);
  await configure("setPoolConfiguratorImpl", [await lab.deploy(configuratorArtifact)]);
  const pool = contractAt(lab, poolArtifact.abi, await provider.view("getPool"));
  const configurator = contractAt(lab, configuratorArtifact.abi, await provider.view("getPoolConfigurator"));
  const token = async (symbol: string) => contractAt(lab, anyTokenAbi, await deployToken(lab, symbol, ADMIN));
  const tokens = {
    usd: await token("USD"),
    eur: await token("EUR"),
    eth: await token("ETH"),
    reward: await token("RWD"),
  };
  const { rewards, manager } = await deployRewards(lab);
  await listReserves(lab, {
    provider: provider.address,
    pool: pool.address,
    configurator,
    rewards: rewards.address,
    tokens,
  });
  for (const [asset, price] of [
    ["usd", 1n],
    ["eur", 1n],
    ["eth", 2000n],
  ] as const)
    await oracle.write(ADMIN, "setAssetPrice", [tokens[asset].address, price * 10n ** 8n]);
  await startRewards(lab, { pool, rewards, manager, tokens });
  const lens = await deployContract(lab, periphery("misc/UiPoolDataProviderV3"), [ZERO_ADDRESS, ZERO_ADDRESS]);
  const contracts = { markets: [{ name: "lab", pool: pool.address, incentives: rewards.address }] };
  return { contracts, tokens, pool, oracle, rewards, provider: provider.address, lens };
}

async function deployLibraries(lab: Lab): Promise<Libraries> {
  const libraries: Libraries = {};
  const names = [
    "SupplyLogic",
    "BorrowLogic",
    "LiquidationLogic",
    "EModeLogic",
    "BridgeLogic",
    "ConfiguratorLogic",
    "PoolLogic",
  ];
  for (const name of [...names, "FlashLoanLogic"])
    libraries[name] = await lab.deploy(loadCore(`protocol/libraries/logic/${name}`, libraries));
  return libraries;
}

async function deployRewards(lab: Lab) {
  const rewards = await deployContract(lab, periphery("rewards/RewardsController"));
  const manager = await deployContract(lab, periphery("rewards/EmissionManager"), [rewards.address, ADMIN]);
  await rewards.write(ADMIN, "initialize", [manager.address]);
  return { rewards, manager };
}

interface Listing {
  provider: Address;
  pool: Address;
  configurator: TestContract;
  rewards: Address;
  tokens: AaveV3Market["tokens"];
}

async function listReserves(lab: Lab, { provider, pool, configurator, rewards, tokens }: Listing): Promise<void> {
  const tokenization = (name: string) => lab.deploy(loadCore(`protocol/tokenization/${name}`), [pool]);
  const [aToken, stable, variable] = [
    await tokenization("AToken"),
    await tokenization("StableDebtToken"),
    await tokenization("VariableDebtToken"),
  ];
  const percent = (value: bigint): bigint => (value * RAY) / 100n;
  const rates = [80n, 0n, 4n, 60n, 2n, 60n, 1n, 8n, 20n].map(percent);
  const strategy = await lab.deploy(loadCore("protocol/pool/DefaultReserveInterestRateStrategy"), [provider, ...rates]);
  const assets = [tokens.usd, tokens.eur, tokens.eth].map(({ address }) => address);
  const named = (kind: string, asset: Address) => `${kind} ${asset.slice(-4)}`;
  const rows = assets.map((asset) => ({
    aTokenImpl: aToken,
    stableDebtTokenImpl: stable,
    variableDebtTokenImpl: variable,
    underlyingAssetDecimals: 18,
    interestRateStrategyAddress: strategy,
    underlyingAsset: asset,
    treasury: ADMIN,
    incentivesController: rewards,
    aTokenName: named("a", asset),
    aTokenSymbol: named("a", asset),
    variableDebtTokenName: named("v", asset),
    variableDebtTokenSymbol: named("v", asset),
    stableDebtTokenName: named("s", asset),
    stableDebtTokenSymbol: named("s", asset),
    params: "0x10",
  }));
  await configurator.write(ADMIN, "initReserves", [rows]);
  for (const asset of assets) {
    await configurator.write(ADMIN, "configureReserveAsCollateral", [asset, 7500n, 8000n, 10500n]);
    await configurator.write(ADMIN, "setReserveBorrowing", [asset, true]);
    await configurator.write(ADMIN, "setReserveStableRateBorrowing", [asset, true]);
    await configurator.write(ADMIN, "setReserveFactor", [asset, 1000n]);
  }
  await configurator.write(ADMIN, "setEModeCategory", [1, 9300, 9500, 10200, ZERO_ADDRESS, "Stablecoins"]);
  for (const asset of assets.slice(0, 2)) await configurator.write(ADMIN, "setAssetEModeCategory", [asset, 1]);
}

interface Rewarding {
  pool: TestContract;
  rewards: TestContract;
  manager: TestContract;
  tokens: AaveV3Market["tokens"];
}

async function startRewards(lab: Lab, { pool, rewards, manager, tokens }: Rewarding): Promise<void> {
  const oracle = await lab.deploy(loadCore("mocks/oracle/CLAggregators/MockAggregator"), [10n ** 8n]);
  const strategy = await lab.deploy(periphery("rewards/transfer-strategies/PullRewardsTransferStrategy"), [
    rewards.address,
    ADMIN,
    ADMIN,
  ]);
  await tokens.reward.write(ADMIN, "mint", [ADMIN, 10n ** 30n]);
  await tokens.reward.write(ADMIN, "approve", [strategy, maxUint256]);
  await manager.write(ADMIN, "setEmissionAdmin", [tokens.reward.address, ADMIN]);
  const { aTokenAddress } = await pool.view<{ aTokenAddress: Address }>("getReserveData", [tokens.usd.address]);
  const { timestamp } = await lab.client.getBlock();
  const row = {
    emissionPerSecond: 10n ** 15n,
    totalSupply: 0n,
    distributionEnd: Number(timestamp) + 400 * 86_400,
    asset: aTokenAddress,
    reward: tokens.reward.address,
    transferStrategy: strategy,
    rewardOracle: oracle,
  };
  await manager.write(ADMIN, "configureAssets", [[row]]);
}
