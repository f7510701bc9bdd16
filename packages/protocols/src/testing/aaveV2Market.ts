import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Address } from "@portico/evm";
import { findInPackage, loadArtifact } from "@portico/devnet";
import { HEAVY } from "./heavy.ts";
import type { Lab } from "./lab.ts";
import { anyTokenAbi, deployContract, contractAt } from "./testContract.ts";
import type { TestContract } from "./testContract.ts";
import { deployToken } from "./tokens.ts";
import type { AaveContracts } from "../families/aaveVersion.ts";

export const ADMIN: Address = "0x0000000000000000000000000000000000000ad1";
const ZERO_ADDRESS: Address = "0x0000000000000000000000000000000000000000";
const UNIT = 10n ** 18n;
const RAY = 10n ** 27n;

const PACKAGE = "@aave/protocol-v2";
/** Contract names are unique in it; its folders are many. */
function loadV2(name: string, libraries: Record<string, Address> = {}) {
  const root = dirname(findInPackage(PACKAGE, "package.json", HEAVY));
  const files = readdirSync(join(root, "artifacts/contracts"), { recursive: true, encoding: "utf8" });
  const file = files.find((path) => path.endsWith(`/${name}.json`));
  if (file === undefined) throw new Error(`${PACKAGE} has no ${name}`);
  return loadArtifact(PACKAGE, `artifacts/contracts/${file}`, libraries, HEAVY);
}

/** An Aave V2 market with three assets. Its oracle returns prices in ether. */
export interface AaveV2Market {
  contracts: AaveContracts;
  tokens: { usd: TestContract; eur: TestContract; eth: TestContract };
  pool: TestContract;
  oracle: TestContract;
  /** AaveProtocolDataProvider. */
  lens: TestContract;
}

export async function deployAaveV2(lab: Lab): Promise<AaveV2Market> {
  const libraries: Record<string, Address> = {};
  for (const name of ["ReserveLogic", "GenericLogic", "ValidationLogic"])
    libraries[name] = await lab.deploy(loadV2(name, libraries));
  const provider = await deployContract(lab, loadV2("LendingPoolAddressesProvider"), ["lab"], ADMIN);
  await provider.write(ADMIN, "setPoolAdmin", [ADMIN]);
  await provider.write(ADMIN, "setEmergencyAdmin", [ADMIN]);
  const poolArtifact = loadV2("LendingPool", libraries);
  const configuratorArtifact = loadV2("LendingPoolConfigurator");
  await provider.write(ADMIN, "setLendingPoolImpl", [await lab.deploy(poolArtifact)]);
  await provider.write(ADMIN, "setLendingPoolConfiguratorImpl", [await lab.deploy(configuratorArtifact)]);
  const manager = await lab.deploy(loadV2("LendingPoolCollateralManager"));
  await provider.write(ADMIN, "setLendingPoolCollateralManager", [manager]);
  const pool = contractAt(lab, poolArtifact.abi, await provider.view("getLendingPool"));
  const configurator = contractAt(lab, configuratorArtifact.abi, await provider.view("getLendingPoolConfigurator"));
  const oracle = await deployContract(lab, loadV2("PriceOracle"));
  await provider.write(ADMIN, "setPriceOracle", [oracle.address]);
  const rates = await deployContract(lab, loadV2("LendingRateOracle"), [], ADMIN);
  await provider.write(ADMIN, "setLendingRateOracle", [rates.address]);
  const token = async (symbol: string) => contractAt(lab, anyTokenAbi, await deployToken(lab, symbol, ADMIN));
  const tokens = { usd: await token("USD"), eur: await token("EUR"), eth: await token("ETH") };
  for (const [asset, price] of [
    ["usd", UNIT / 2000n],
    ["eur", UNIT / 2000n],
    ["eth", UNIT],
  ] as const)
    await oracle.write(ADMIN, "setAssetPrice", [tokens[asset].address, price]);
  for (const { address } of Object.values(tokens))
    await rates.write(ADMIN, "setMarketBorrowRate", [address, (RAY * 5n) / 100n]);
  await listReserves(lab, { provider: provider.address, pool: pool.address, configurator, tokens });
  const lens = await deployContract(lab, loadV2("AaveProtocolDataProvider"), [provider.address]);
  return { contracts: { markets: [{ name: "lab", pool: pool.address }] }, tokens, pool, oracle, lens };
}

interface Listing {
  provider: Address;
  pool: Address;
  configurator: TestContract;
  tokens: AaveV2Market["tokens"];
}

async function listReserves(lab: Lab, { provider, pool, configurator, tokens }: Listing): Promise<void> {
  const percents = [80n, 0n, 4n, 60n, 2n, 60n].map((value) => (value * RAY) / 100n);
  const strategy = await lab.deploy(loadV2("DefaultReserveInterestRateStrategy"), [provider, ...percents]);
  for (const { address } of Object.values(tokens)) {
    const aToken = await lab.deploy(loadV2("AToken"), [pool, address, ADMIN, "a", "a", ZERO_ADDRESS]);
    const stable = await lab.deploy(loadV2("StableDebtToken"), [pool, address, "s", "s", ZERO_ADDRESS]);
    const variable = await lab.deploy(loadV2("VariableDebtToken"), [pool, address, "v", "v", ZERO_ADDRESS]);
    await configurator.write(ADMIN, "initReserve", [aToken, stable, variable, 18, strategy]);
    await configurator.write(ADMIN, "configureReserveAsCollateral", [address, 7500n, 8000n, 10500n]);
    await configurator.write(ADMIN, "enableBorrowingOnReserve", [address, true]);
    await configurator.write(ADMIN, "setReserveFactor", [address, 1000n]);
  }
}
