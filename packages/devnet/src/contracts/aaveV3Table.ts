import { type Abi, type Address, getContractAddress, parseAbi } from "viem";
import { getToken } from "./tokenTable.ts";
import { WSTETH } from "./lido.ts";

/** Ethereum's market, from @bgd-labs/aave-address-book 4.44.22 (AaveV3Ethereum). */
export const AAVE_V3 = {
  provider: "0x2f39d218133AFaB8F2B819B1066c7E434Ad94E9e",
  registry: "0xbaA999AC55EAce41CcAE355c77809e68Bb345170",
  pool: "0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2",
  configurator: "0x64b761D848206f447Fe2dd461b0c635Ec39EbB27",
  oracle: "0x54586bE62E3c3580375aE3723C145253060Ca0C2",
  aclManager: "0xc2aaCf6553D20d1e9d78E365AAba8032af9c85b0",
  dataProvider: "0x0a16f2FCC0D44FaE41cc54e079281D84A363bECD",
  uiPoolDataProvider: "0x56b7A1012765C285afAC8b8F25C69Bf10ccfE978",
  uiIncentiveDataProvider: "0xe3dFf4052F0bF6134ACb73bEaE8fe2317d71F047",
  rewardsController: "0x8164Cc65827dcFe994AB23944CBC90e0aa80bFcb",
  emissionManager: "0x223d844fc4B006D67c0cDbd39371A9F73f69d974",
  wrappedTokenGateway: "0xd01607c3C5eCABa394D8be377a08590149325722",
  collector: "0x464C71f6c2F760DdA6093dCB91C24c39e5d6e18c",
  /** Prices wstETH by stETH's feed and its own rate. */
  wstEthPrice: "0xe1D97bF61901B075E9626c8A2340a7De385861Ef",
} as const satisfies Record<string, Address>;

/** The pools of eth's other markets (EtherFi, Horizon, Lido): deployed, without a reserve. */
export const AAVE_V3_OTHER_POOLS: readonly Address[] = [
  "0x0AA97c284e98396202b6A04024F5E2c65026F3c0",
  "0xAe05Cd22df81871bc7cC2a04BeCfb516bFe332C8",
  "0x4e033931ad43597d96D6bcc25c280717730B58B1",
];

/** Functions that users call. */
export const aaveV3PoolAbi: Abi = parseAbi([
  "function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
  "function withdraw(address asset, uint256 amount, address to) returns (uint256)",
  "function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)",
  "function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf) returns (uint256)",
  "function getUserAccountData(address user) view returns (uint256 totalCollateralBase, uint256 totalDebtBase, uint256 availableBorrowsBase, uint256 currentLiquidationThreshold, uint256 ltv, uint256 healthFactor)",
]);

export const aaveV3RewardsAbi: Abi = parseAbi([
  "function claimAllRewardsToSelf(address[] assets) returns (address[] rewardsList, uint256[] claimedAmounts)",
  "function getAllUserRewards(address[] assets, address user) view returns (address[] rewardsList, uint256[] unclaimedAmounts)",
]);

export interface AaveReserve {
  symbol: string;
  token: Address;
  decimals: number;
  /** Of 10,000. */
  ltv: number;
  liquidationThreshold: number;
  liquidationBonus: number;
  aToken: Address;
  stableDebtToken: Address;
  variableDebtToken: Address;
}

type Row = readonly [symbol: string, ltv: number, threshold: number, bonus: number];

/** The first reserves listed on mainnet, in the same order, so that their tokens have the same addresses. */
const ROWS: readonly Row[] = [
  ["WETH", 8_050, 8_300, 10_500],
  ["wstETH", 7_850, 8_100, 10_600],
  ["WBTC", 7_300, 7_800, 10_500],
  ["USDC", 7_500, 7_800, 10_450],
  ["DAI", 6_300, 7_700, 10_500],
];
const TOKENS_EACH = 3;

/** Of Aave V3 on eth. */
export const aaveV3Reserves: readonly AaveReserve[] = ROWS.map(
  ([symbol, ltv, liquidationThreshold, liquidationBonus], index) => {
    const getCreated = (nonce: number) =>
      getContractAddress({ from: AAVE_V3.configurator, nonce: BigInt(index * TOKENS_EACH + nonce) });
    return {
      symbol,
      ...findUnderlying(symbol),
      ltv,
      liquidationThreshold,
      liquidationBonus,
      aToken: getCreated(1),
      stableDebtToken: getCreated(2),
      variableDebtToken: getCreated(3),
    };
  },
);

function findUnderlying(symbol: string): { token: Address; decimals: number } {
  if (symbol === "wstETH") return { token: WSTETH, decimals: 18 };
  const { address, decimals } = getToken("eth", symbol);
  return { token: address, decimals };
}

/** Their balances and supplies grow with every second, without events. */
export const growingTokens: readonly Address[] = aaveV3Reserves.flatMap(({ aToken, variableDebtToken }) => [
  aToken,
  variableDebtToken,
]);

/** @throws for a token without a reserve. */
export function getReserve(symbol: string): AaveReserve {
  const reserve = aaveV3Reserves.find((row) => row.symbol === symbol);
  if (reserve === undefined) throw new Error(`The devnet's Aave has no reserve of ${symbol}`);
  return reserve;
}
