import { type Abi, type Address, erc20Abi, maxUint256, parseAbi } from "viem";
import { createAave } from "./aaveV3Core.ts";
import { AAVE_V3 as at, type AaveReserve, aaveV3Reserves } from "./aaveV3Table.ts";
import { getCreationCode } from "./artifact.ts";
import { compileContract } from "./compileContract.ts";
import { type ContractSet, type Created, type SetUpCall, toCall } from "./contractSet.ts";
import { listFeeds } from "./feedTable.ts";
import { devnetChains } from "../chains.ts";
import { nameAddress, TREASURY } from "./treasury.ts";
import { WSTETH } from "./lido.ts";

const RAY = 10n ** 27n;
const PERIPHERY = "@aave/periphery-v3";
/** The collector's part of the interest, of 10,000. */
const RESERVE_FACTOR = 1_000n;
/** Coins and staked coins may be borrowed against each other at a higher ratio. */
const ETHER_MODE = { id: 1, ltv: 9_300, threshold: 9_500, bonus: 10_100, label: "ETH correlated" };
const ETHER_SYMBOLS: ReadonlySet<string> = new Set(["WETH", "wstETH"]);

const INTEREST = nameAddress("aave v3 interest rates");
const A_TOKEN = nameAddress("aave v3 a token");
const STABLE_DEBT = nameAddress("aave v3 stable debt token");
const VARIABLE_DEBT = nameAddress("aave v3 variable debt token");
export const AAVE_REWARDS_STRATEGY: Address = nameAddress("aave v3 rewards strategy");

const aclAbi: Abi = parseAbi(["function addPoolAdmin(address admin)", "function addRiskAdmin(address admin)"]);
const initializeAbi: Abi = parseAbi(["function initialize(address emissionManager)"]);
const configuratorAbi: Abi = parseAbi([
  "struct Reserve { address aTokenImpl; address stableDebtTokenImpl; address variableDebtTokenImpl; uint8 underlyingAssetDecimals; address interestRateStrategyAddress; address underlyingAsset; address treasury; address incentivesController; string aTokenName; string aTokenSymbol; string variableDebtTokenName; string variableDebtTokenSymbol; string stableDebtTokenName; string stableDebtTokenSymbol; bytes params; }",
  "function initReserves(Reserve[] input)",
  "function configureReserveAsCollateral(address asset, uint256 ltv, uint256 liquidationThreshold, uint256 liquidationBonus)",
  "function setReserveBorrowing(address asset, bool enabled)",
  "function setReserveFactor(address asset, uint256 newReserveFactor)",
  "function setEModeCategory(uint8 categoryId, uint16 ltv, uint16 liquidationThreshold, uint16 liquidationBonus, address oracle, string label)",
  "function setAssetEModeCategory(address asset, uint8 newCategoryId)",
]);

/** The reserves of Aave V3 on eth, with rewards and lenses; supplied by the treasury. */
export const aaveV3Market: ContractSet = {
  id: "aave3",
  chains: ["eth"],
  listPlacements: () => [],
  listLatePlacements: () => [...listTokens(), ...listPeriphery()],
  listSetUpCalls: () => [
    toCall(at.aclManager, aclAbi, "addPoolAdmin", [TREASURY]),
    toCall(at.aclManager, aclAbi, "addRiskAdmin", [TREASURY]),
    toCall(at.rewardsController, initializeAbi, "initialize", [at.emissionManager]),
    configure("setEModeCategory", listEtherMode()),
    ...aaveV3Reserves.flatMap(listReserveCalls),
  ],
};

const configure = (functionName: string, args: readonly unknown[]): SetUpCall =>
  toCall(at.configurator, configuratorAbi, functionName, args);

function listEtherMode(): readonly unknown[] {
  const { id, ltv, threshold, bonus, label } = ETHER_MODE;
  return [id, ltv, threshold, bonus, "0x0000000000000000000000000000000000000000", label];
}

function listReserveCalls(reserve: AaveReserve): SetUpCall[] {
  const { token, symbol, ltv, liquidationThreshold, liquidationBonus } = reserve;
  const calls = [
    configure("initReserves", [[describeReserve(reserve)]]),
    configure("configureReserveAsCollateral", [token, ltv, liquidationThreshold, liquidationBonus]),
    configure("setReserveBorrowing", [token, true]),
    configure("setReserveFactor", [token, RESERVE_FACTOR]),
    toCall(token, erc20Abi, "approve", [at.pool, maxUint256]),
  ];
  if (ETHER_SYMBOLS.has(symbol)) calls.push(configure("setAssetEModeCategory", [token, ETHER_MODE.id]));
  return calls;
}

/** Names and symbols as on mainnet. */
const describeReserve = ({ token, symbol, decimals }: AaveReserve) => ({
  aTokenImpl: A_TOKEN,
  stableDebtTokenImpl: STABLE_DEBT,
  variableDebtTokenImpl: VARIABLE_DEBT,
  underlyingAssetDecimals: decimals,
  interestRateStrategyAddress: INTEREST,
  underlyingAsset: token,
  treasury: at.collector,
  incentivesController: at.rewardsController,
  aTokenName: `Aave Ethereum ${symbol}`,
  aTokenSymbol: `aEth${symbol}`,
  variableDebtTokenName: `Aave Ethereum Variable Debt ${symbol}`,
  variableDebtTokenSymbol: `variableDebtEth${symbol}`,
  stableDebtTokenName: `Aave Ethereum Stable Debt ${symbol}`,
  stableDebtTokenSymbol: `stableDebtEth${symbol}`,
  params: "0x10",
});

const listTokens = (): Created[] => [
  createAave(at.aclManager, "protocol/configuration/ACLManager", [at.provider]),
  createAave(A_TOKEN, "protocol/tokenization/AToken", [at.pool]),
  createAave(STABLE_DEBT, "protocol/tokenization/StableDebtToken", [at.pool]),
  createAave(VARIABLE_DEBT, "protocol/tokenization/VariableDebtToken", [at.pool]),
  createAave(INTEREST, "protocol/pool/DefaultReserveInterestRateStrategy", [at.provider, ...listRates()]),
];

/**
 * Base rate, slopes below and above the optimal usage of four fifths; and those of stable loans, which are not enabled.
 */
const listRates = (): bigint[] =>
  [800, 0, 40, 600, 5, 600, 10, 80, 200].map((perMille) => (BigInt(perMille) * RAY) / 1_000n);

function listPeriphery(): Created[] {
  const eth = listFeeds("eth").find(({ asset }) => asset === "ETH")?.address;
  const staked = listFeeds("eth").find(({ asset }) => asset === "STETH")?.address;
  const rewarding = [at.rewardsController, TREASURY, TREASURY];
  const wrapped = devnetChains.eth.wrappedToken;
  return [
    { address: at.wstEthPrice, creation: getCreationCode(compileContract("StakePrice"), [staked, WSTETH]) },
    createAave(at.rewardsController, "rewards/RewardsController", [], PERIPHERY),
    createAave(at.emissionManager, "rewards/EmissionManager", [at.rewardsController, TREASURY], PERIPHERY),
    createAave(AAVE_REWARDS_STRATEGY, "rewards/transfer-strategies/PullRewardsTransferStrategy", rewarding, PERIPHERY),
    createAave(at.uiPoolDataProvider, "misc/UiPoolDataProviderV3", [eth, eth], PERIPHERY),
    createAave(at.uiIncentiveDataProvider, "misc/UiIncentiveDataProviderV3", [], PERIPHERY),
    createAave(at.wrappedTokenGateway, "misc/WrappedTokenGatewayV3", [wrapped, TREASURY, at.pool], PERIPHERY),
  ];
}
