import { type Abi, type Address, keccak256, parseAbi, stringToHex } from "viem";
import { getCreationCode, loadArtifact } from "./artifact.ts";
import { AAVE_V3 as at, AAVE_V3_OTHER_POOLS, aaveV3Reserves } from "./aaveV3Table.ts";
import { type ContractSet, type Created, type SetUpCall, toCall } from "./contractSet.ts";
import { listFeeds } from "./feedTable.ts";
import { getToken } from "./tokenTable.ts";
import { nameAddress, TREASURY } from "./treasury.ts";

const ZERO_ADDRESS: Address = "0x0000000000000000000000000000000000000000";
const USD = 10n ** 8n;
const POOL_IMPLEMENTATION = nameAddress("aave v3 pool");
const CONFIGURATOR_IMPLEMENTATION = nameAddress("aave v3 pool configurator");

const LIBRARIES = [
  "SupplyLogic",
  "BorrowLogic",
  "LiquidationLogic",
  "EModeLogic",
  "BridgeLogic",
  "ConfiguratorLogic",
  "PoolLogic",
  "FlashLoanLogic",
] as const;
const libraryAddresses = Object.fromEntries(LIBRARIES.map((name) => [name, nameAddress(`aave v3 ${name}`)]));

const registryAbi: Abi = parseAbi(["function registerAddressesProvider(address provider, uint256 id)"]);
const providerAbi: Abi = parseAbi([
  "function setAddress(bytes32 id, address newAddress)",
  "function setACLAdmin(address newAclAdmin)",
  "function setACLManager(address newAclManager)",
  "function setPoolImpl(address newPoolImpl)",
  "function setPoolConfiguratorImpl(address newPoolConfiguratorImpl)",
  "function setPriceOracle(address newPriceOracle)",
  "function setPoolDataProvider(address newDataProvider)",
]);

/** Aave V3 on eth, without reserves: the pool behind its proxy, and its dependencies. */
export const aaveV3Core: ContractSet = {
  id: "aave3 core",
  chains: ["eth"],
  listPlacements: () => [...listLibraries(), ...listContracts(), ...listImplementations()],
  listSetUpCalls: () => [
    toCall(at.registry, registryAbi, "registerAddressesProvider", [at.provider, 1n]),
    // for registered proxies the provider replaces the implementation; otherwise it would deploy others elsewhere
    callProvider("setAddress", [stringToHex("POOL", { size: 32 }), at.pool]),
    callProvider("setAddress", [stringToHex("POOL_CONFIGURATOR", { size: 32 }), at.configurator]),
    callProvider("setAddress", [keccak256(stringToHex("INCENTIVES_CONTROLLER")), at.rewardsController]),
    callProvider("setACLAdmin", [TREASURY]),
    callProvider("setACLManager", [at.aclManager]),
    callProvider("setPriceOracle", [at.oracle]),
    callProvider("setPoolDataProvider", [at.dataProvider]),
    callProvider("setPoolImpl", [POOL_IMPLEMENTATION]),
    callProvider("setPoolConfiguratorImpl", [CONFIGURATOR_IMPLEMENTATION]),
  ],
};

/** @param path - Of a contract of core-v3, below `contracts`. */
export function createAave(
  address: Address,
  path: string,
  args: readonly unknown[] = [],
  packageName = "@aave/core-v3",
): Created {
  const file = `artifacts/contracts/${path}.sol/${path.split("/").at(-1)}.json`;
  return { address, creation: getCreationCode(loadArtifact(packageName, file, libraryAddresses), args) };
}

const callProvider = (functionName: string, args: readonly unknown[]): SetUpCall =>
  toCall(at.provider, providerAbi, functionName, args);

const listLibraries = (): Created[] =>
  LIBRARIES.map((name) => createAave(libraryAddresses[name] ?? ZERO_ADDRESS, `protocol/libraries/logic/${name}`));

function listContracts(): Created[] {
  const proxy = "protocol/libraries/aave-upgradeability/InitializableImmutableAdminUpgradeabilityProxy";
  return [
    createAave(at.registry, "protocol/configuration/PoolAddressesProviderRegistry", [TREASURY]),
    createAave(at.provider, "protocol/configuration/PoolAddressesProvider", ["Aave Ethereum Market", TREASURY]),
    createAave(at.pool, proxy, [at.provider]),
    createAave(at.configurator, proxy, [at.provider]),
    createAave(at.oracle, "misc/AaveOracle", listOracleArgs()),
    createAave(at.dataProvider, "misc/AaveProtocolDataProvider", [at.provider]),
  ];
}

const listImplementations = (): Created[] => [
  ...[POOL_IMPLEMENTATION, ...AAVE_V3_OTHER_POOLS].map((pool) => createAave(pool, "protocol/pool/Pool", [at.provider])),
  createAave(CONFIGURATOR_IMPLEMENTATION, "protocol/pool/PoolConfigurator"),
];

function listOracleArgs(): readonly unknown[] {
  const feeds = new Map(listFeeds("eth").map(({ asset, address }) => [asset, address]));
  const sources = aaveV3Reserves.map(({ symbol }) => {
    const asset = symbol === "wstETH" ? null : getToken("eth", symbol).asset;
    return asset === null ? at.wstEthPrice : feeds.get(asset);
  });
  return [at.provider, aaveV3Reserves.map(({ token }) => token), sources, ZERO_ADDRESS, ZERO_ADDRESS, USD];
}
