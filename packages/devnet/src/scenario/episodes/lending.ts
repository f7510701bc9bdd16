import { type Abi, type Address, parseAbi } from "viem";
import { AAVE_V3, aaveV3PoolAbi, getReserve } from "../../contracts/aaveV3Table.ts";
import { AAVE_REWARDS_STRATEGY } from "../../contracts/aaveV3Market.ts";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { listFeeds } from "../../contracts/feedTable.ts";
import { getToken } from "../../contracts/tokenTable.ts";
import { TREASURY } from "../../contracts/treasury.ts";
import { encodeApprove } from "../actions/erc20.ts";
import { UNLIMITED, type World } from "../world.ts";
import type { Episode } from "./episode.ts";

const GAS = 1_000_000n;
const VARIABLE = 2;
/** Whole tokens of the treasury: supplied and borrowed, so that both sides accrue interest. */
const STARTING: readonly (readonly [symbol: string, supplied: bigint, borrowed: bigint])[] = [
  ["WETH", 20_000n, 9_000n],
  ["wstETH", 5_000n, 200n],
  ["WBTC", 400n, 60n],
  ["USDC", 60_000_000n, 35_000_000n],
  ["DAI", 20_000_000n, 9_000_000n],
];
/** Of AAVE, to all suppliers of USDC together. */
const EMITTED_PER_SECOND = 10n ** 15n;
const EMISSION_S = 3 * 365 * 86_400;

const emissionAbi: Abi = parseAbi([
  "function setEmissionAdmin(address reward, address admin)",
  "struct Config { uint88 emissionPerSecond; uint256 totalSupply; uint32 distributionEnd; address asset; address reward; address transferStrategy; address rewardOracle; }",
  "function configureAssets(Config[] config)",
]);

/** Neither loans nor rewards can begin before the feeds have a price. */
export const openLending: Episode = {
  name: "the treasury supplies to Aave and borrows, and rewards those who supply USDC",
  act(world) {
    if (world.chain !== "eth") return;
    for (const [symbol, supplied] of STARTING) call(world, "supply", symbol, supplied, [TREASURY, 0]);
    for (const [symbol, , borrowed] of STARTING) call(world, "borrow", symbol, borrowed, [VARIABLE, 0, TREASURY]);
    for (const data of listEmissionCalls(world.timeAt)) send(world, AAVE_V3.emissionManager, data);
    send(world, getToken("eth", "AAVE").address, encodeApprove(AAVE_REWARDS_STRATEGY, UNLIMITED));
    world.lending.isOpen = true;
  },
};

function call(world: World, functionName: string, symbol: string, whole: bigint, rest: readonly unknown[]): void {
  const { token, decimals } = getReserve(symbol);
  send(world, AAVE_V3.pool, encodeCall(aaveV3PoolAbi, functionName, [token, whole * 10n ** BigInt(decimals), ...rest]));
}

function listEmissionCalls(timeAt: number) {
  const reward = getToken("eth", "AAVE").address;
  const config = {
    emissionPerSecond: EMITTED_PER_SECOND,
    totalSupply: 0n,
    distributionEnd: timeAt + EMISSION_S,
    asset: getReserve("USDC").aToken,
    reward,
    transferStrategy: AAVE_REWARDS_STRATEGY,
    rewardOracle: listFeeds("eth").find(({ asset }) => asset === "AAVE")?.address,
  };
  return [
    encodeCall(emissionAbi, "setEmissionAdmin", [reward, TREASURY]),
    encodeCall(emissionAbi, "configureAssets", [[config]]),
  ];
}

const send = (world: World, to: Address, data: `0x${string}`): void =>
  world.writer.add({ from: TREASURY, to, data, gas: GAS });
