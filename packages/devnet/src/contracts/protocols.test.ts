import { chainlinkFeeds, NATIVE_TOKEN } from "@portico/evm";
import {
  type Abi,
  type Address,
  createPublicClient,
  erc20Abi,
  type GetContractEventsReturnType,
  type Hex,
  http,
  parseAbi,
  type PublicClient,
} from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DevnetChain } from "../chains.ts";
import { DEMO_OWNER } from "../demoOwner.ts";
import { type Devnet, startDevnet } from "../startDevnet.ts";
import {
  AAVE_V3,
  AAVE_V3_OTHER_POOLS,
  aaveV3PoolAbi,
  aaveV3Reserves,
  aaveV3RewardsAbi,
  getReserve,
} from "./aaveV3Table.ts";
import {
  MASTER_CHEF,
  masterChefAbi,
  masterChefPools,
  STAKED_PAIR,
  STAKING_REWARDS,
  stakingRewardsAbi,
} from "./farms.ts";
import { listFeeds } from "./feedTable.ts";
import { LIDO_TREASURY, STETH, stEthAbi, WSTETH, wstEthAbi } from "./lido.ts";
import {
  CONDITIONAL_TOKENS,
  conditionalTokensAbi,
  PREDICTION_COLLATERAL,
  predictionMarkets,
} from "./predictionTable.ts";
import { listTokens } from "./tokenTable.ts";

const NO_PARENT: Hex = `0x${"00".repeat(32)}`;
const E18 = 10n ** 18n;

let devnet: Devnet;
const clients = {} as Record<DevnetChain, PublicClient>;

beforeAll(async () => {
  const chains = ["eth", "matic"] as const;
  devnet = await startDevnet({ seed: 3, chains, size: { people: 8, transactions: 200, days: 3 } });
  for (const chain of chains) clients[chain] = createPublicClient({ transport: http(devnet.chains[chain]?.rpcUrl) });
});

afterAll(() => devnet.stop());

const read = <T>(
  address: Address,
  abi: Abi,
  functionName: string,
  args: readonly unknown[] = [],
  blockNumber?: bigint,
) =>
  clients.eth.readContract({
    address,
    abi,
    functionName,
    args,
    ...(blockNumber === undefined ? {} : { blockNumber }),
  }) as Promise<T>;

const readMatic = <T>(functionName: string, args: readonly unknown[] = []) =>
  clients.matic.readContract({
    address: CONDITIONAL_TOKENS,
    abi: conditionalTokensAbi,
    functionName,
    args,
  }) as Promise<T>;

const balanceOf = (token: Address, owner: Address, blockNumber?: bigint): Promise<bigint> =>
  read(token, erc20Abi, "balanceOf", [owner], blockNumber);

test("Aave's tokens have their mainnet addresses", async () => {
  const abi = parseAbi(["function getAllATokens() view returns ((string symbol, address token)[])"]);
  const tokens = await read<{ symbol: string; token: Address }[]>(AAVE_V3.dataProvider, abi, "getAllATokens");
  expect(tokens).toEqual([
    { symbol: "aEthWETH", token: "0x4d5F47FA6A74757f35C14fD3a6Ef8E3C9BC514E8" },
    { symbol: "aEthwstETH", token: "0x0B925eD163218f6662a35e0f0371Ac234f9E9371" },
    { symbol: "aEthWBTC", token: "0x5Ee5bf7ae06D1Be5997A1A72006FE6C607eC6DE8" },
    { symbol: "aEthUSDC", token: "0x98C23E9d8f34FEFb1B7BD6a91B7FF122F4e16F5c" },
    { symbol: "aEthDAI", token: "0x018008bfb33d285247A21d44E50697654f754e63" },
  ]);
  expect(tokens.map(({ token }) => token)).toEqual(aaveV3Reserves.map(({ aToken }) => aToken));
});

test.each(aaveV3Reserves)(
  "Aave's reserve of $symbol is supplied, borrowed, priced and earns interest",
  async (reserve) => {
    const { token, aToken, variableDebtToken, stableDebtToken, symbol } = reserve;
    expect(await read(variableDebtToken, erc20Abi, "symbol")).toBe(`variableDebtEth${symbol}`);
    expect(await read(stableDebtToken, erc20Abi, "symbol")).toBe(`stableDebtEth${symbol}`);
    expect(await read<bigint>(variableDebtToken, erc20Abi, "totalSupply")).toBeGreaterThan(0n);
    const abi = parseAbi([
      "function getAssetPrice(address) view returns (uint256)",
      "function getReserveNormalizedIncome(address) view returns (uint256)",
    ]);
    expect(await read<bigint>(AAVE_V3.oracle, abi, "getAssetPrice", [token])).toBeGreaterThan(0n);
    expect(await read<bigint>(AAVE_V3.pool, abi, "getReserveNormalizedIncome", [token])).toBeGreaterThan(10n ** 27n);
    expect(await read<bigint>(aToken, erc20Abi, "totalSupply")).toBeGreaterThan(0n);
  },
);

test("the pools of Aave's other mainnet markets are deployed and empty", async () => {
  const abi = parseAbi(["function getReservesList() view returns (address[])"]);
  for (const pool of AAVE_V3_OTHER_POOLS) expect(await read(pool, abi, "getReservesList")).toEqual([]);
});

test("the demo owner has a healthy loan at Aave and rewards for its collateral", async () => {
  const [collateral = 0n, debt = 0n, , , , health = 0n] = await read<bigint[]>(
    AAVE_V3.pool,
    aaveV3PoolAbi,
    "getUserAccountData",
    [DEMO_OWNER],
  );
  expect(debt).toBeGreaterThan(400n * 10n ** 8n);
  expect(collateral).toBeGreaterThan(3n * debt);
  expect(health).toBeGreaterThan((3n * E18) / 2n);
  const [, [rewards]] = await read<[Address[], [bigint]]>(
    AAVE_V3.rewardsController,
    aaveV3RewardsAbi,
    "getAllUserRewards",
    [[getReserve("USDC").aToken], DEMO_OWNER],
  );
  expect(rewards).toBeGreaterThan(0n);
});

test("Aave's lens shows the demo owner's reserves", async () => {
  const abi = parseAbi([
    "struct UserReserve { address underlyingAsset; uint256 scaledATokenBalance; bool usageAsCollateralEnabledOnUser; uint256 stableBorrowRate; uint256 scaledVariableDebt; uint256 principalStableDebt; uint256 stableBorrowLastUpdateTimestamp; }",
    "function getUserReservesData(address provider, address user) view returns (UserReserve[], uint8)",
  ]);
  const args = [AAVE_V3.provider, DEMO_OWNER];
  type UserReserve = { underlyingAsset: Address; scaledATokenBalance: bigint; scaledVariableDebt: bigint };
  const [reserves] = await read<[UserReserve[], number]>(AAVE_V3.uiPoolDataProvider, abi, "getUserReservesData", args);
  const bySymbol = new Map(reserves.map((reserve, index) => [aaveV3Reserves[index]?.symbol, reserve]));
  expect(bySymbol.get("WBTC")?.scaledATokenBalance).toBeGreaterThan(0n);
  expect(bySymbol.get("DAI")?.scaledVariableDebt).toBeGreaterThan(0n);
});

test("the demo owner's pair shares are in two farms with rewards, and in the wallet", async () => {
  const pid = BigInt(masterChefPools.indexOf(STAKED_PAIR));
  const staked = await read<bigint>(STAKING_REWARDS, stakingRewardsAbi, "balanceOf", [DEMO_OWNER]);
  const [farmed, debt] = await read<[bigint, bigint]>(MASTER_CHEF, masterChefAbi, "userInfo", [pid, DEMO_OWNER]);
  expect(staked).toBeGreaterThan(0n);
  expect(farmed).toBeGreaterThan(0n);
  expect(await balanceOf(STAKED_PAIR, DEMO_OWNER)).toBeGreaterThan(0n);
  expect(await read<bigint>(STAKING_REWARDS, stakingRewardsAbi, "earned", [DEMO_OWNER])).toBeGreaterThan(0n);
  const pending = await read<bigint>(MASTER_CHEF, masterChefAbi, "pendingSushi", [pid, DEMO_OWNER]);
  expect(pending).toBeGreaterThan(0n);
  expect(await pendingByHand(pid, farmed, debt)).toBe(pending);
});

/** As computed by SushiSwap's source. */
async function pendingByHand(pid: bigint, amount: bigint, debt: bigint): Promise<bigint> {
  type Pool = [lpToken: Address, allocPoint: bigint, lastRewardBlock: bigint, accSushiPerShare: bigint];
  const [lpToken, allocPoint, lastBlock, perShare] = await read<Pool>(MASTER_CHEF, masterChefAbi, "poolInfo", [pid]);
  const supply = await balanceOf(lpToken, MASTER_CHEF);
  const abi = parseAbi([
    "function sushiPerBlock() view returns (uint256)",
    "function totalAllocPoint() view returns (uint256)",
  ]);
  const perBlock = await read<bigint>(MASTER_CHEF, abi, "sushiPerBlock");
  const total = await read<bigint>(MASTER_CHEF, abi, "totalAllocPoint");
  const reward = (((await clients.eth.getBlockNumber()) - lastBlock) * perBlock * allocPoint) / total;
  return (amount * (perShare + (reward * 10n ** 12n) / supply)) / 10n ** 12n - debt;
}

test("Lido's report raises every balance without a Transfer, and a tenth of it goes to its treasury as shares", async () => {
  const events = { address: STETH, abi: stEthAbi, eventName: "TokenRebased", fromBlock: 1n };
  const reports: GetContractEventsReturnType = await clients.eth.getContractEvents(events);
  expect(reports.length).toBeGreaterThanOrEqual(3);
  const { blockNumber, args } = reports.at(-1) as unknown as { blockNumber: bigint; args: Record<string, bigint> };
  const { preTotalShares = 0n, preTotalEther = 0n, postTotalShares = 0n, postTotalEther = 0n } = args;
  const earned = postTotalEther - preTotalEther;
  const fee = ((postTotalShares - preTotalShares) * postTotalEther) / postTotalShares;
  expect(args["sharesMintedAsFees"]).toBe(postTotalShares - preTotalShares);
  expect(earned / 10n - fee).toBeGreaterThanOrEqual(0n);
  expect(earned / 10n - fee).toBeLessThanOrEqual(2n); // rounded down twice
  expect(await balanceOf(STETH, WSTETH, blockNumber)).toBeGreaterThan(await balanceOf(STETH, WSTETH, blockNumber - 1n));
  expect(await balanceOf(STETH, LIDO_TREASURY)).toBeGreaterThan(0n);
});

test("a balance of staked coins is its owner's part of all pooled coins, and a wrapped one is a share", async () => {
  const shares = await read<bigint>(STETH, stEthAbi, "sharesOf", [DEMO_OWNER]);
  const total = await read<bigint>(STETH, stEthAbi, "getTotalShares");
  const pooled = await read<bigint>(STETH, stEthAbi, "getTotalPooledEther");
  expect(await balanceOf(STETH, DEMO_OWNER)).toBe((shares * pooled) / total);
  expect(await read(STETH, erc20Abi, "totalSupply")).toBe(pooled);
  expect(shares).toBeGreaterThan(E18);
  expect(await balanceOf(WSTETH, DEMO_OWNER)).toBeGreaterThan(E18);
  expect(await read(WSTETH, wstEthAbi, "stETH")).toBe(STETH);
  expect(await read(WSTETH, wstEthAbi, "stEthPerToken")).toBe((E18 * pooled) / total);
  expect(await read(WSTETH, wstEthAbi, "getStETHByWstETH", [7n * E18])).toBe((7n * E18 * pooled) / total);
  const locked = await read<bigint>(STETH, stEthAbi, "sharesOf", [WSTETH]);
  const wrapped = await read<bigint>(WSTETH, erc20Abi, "totalSupply");
  expect(locked).toBeGreaterThanOrEqual(wrapped); // as on mainnet, unwrapping sometimes leaves a share behind
  expect(locked - wrapped).toBeLessThan(100n);
});

test("matic has Multicall3, dollars, and recent feeds listed in @portico/evm", async () => {
  expect(await clients.matic.getChainId()).toBe(137);
  const { timestamp } = await clients.matic.getBlock();
  expect(timestamp).toBe((await clients.eth.getBlock()).timestamp);
  const abi = parseAbi([
    "function latestRoundData() view returns (uint80, int256, uint256, uint256 updatedAt, uint80)",
  ]);
  for (const { address, asset } of listFeeds("matic")) {
    const token = asset === "MATIC" ? NATIVE_TOKEN : (PREDICTION_COLLATERAL.toLowerCase() as Address);
    expect(chainlinkFeeds["matic"]?.[token]?.feed).toBe(address.toLowerCase());
    const [, answer, , updatedAt] = await clients.matic.readContract({ address, abi, functionName: "latestRoundData" });
    expect(answer).toBeGreaterThan(0n);
    expect(updatedAt).toBe(timestamp);
  }
  for (const { address, symbol, decimals } of listTokens("matic")) {
    expect(await clients.matic.readContract({ address, abi: erc20Abi, functionName: "symbol" })).toBe(symbol);
    expect(await clients.matic.readContract({ address, abi: erc20Abi, functionName: "decimals" })).toBe(decimals);
  }
});

test("the demo owner holds both outcomes of open and resolved questions, in unequal parts", async () => {
  for (const { conditionId, payouts } of predictionMarkets) {
    expect(await readMatic("getOutcomeSlotCount", [conditionId])).toBe(2n);
    const held = await Promise.all([1n, 2n].map((indexSet) => readShares(conditionId, indexSet)));
    expect(held.every((rawAmount) => rawAmount > 0n)).toBe(true);
    expect(held[0]).not.toBe(held[1]);
    const denominator = await readMatic<bigint>("payoutDenominator", [conditionId]);
    expect(denominator).toBe(payouts === "open" ? 0n : payouts[0] + payouts[1]);
  }
});

async function readShares(conditionId: Hex, indexSet: bigint): Promise<bigint> {
  const collection = await readMatic<Hex>("getCollectionId", [NO_PARENT, conditionId, indexSet]);
  const id = await readMatic<bigint>("getPositionId", [PREDICTION_COLLATERAL, collection]);
  return readMatic("balanceOf", [DEMO_OWNER, id]);
}

test("some users have redeemed resolved outcomes, others have merged both outcomes", async () => {
  const abi = parseAbi([
    "event PayoutRedemption(address indexed redeemer, address indexed collateralToken, bytes32 indexed parentCollectionId, bytes32 conditionId, uint256[] indexSets, uint256 payout)",
    "event PositionsMerge(address indexed stakeholder, address collateralToken, bytes32 indexed parentCollectionId, bytes32 indexed conditionId, uint256[] partition, uint256 amount)",
  ]);
  for (const eventName of ["PayoutRedemption", "PositionsMerge"] as const) {
    const logs = await clients.matic.getContractEvents({ address: CONDITIONAL_TOKENS, abi, eventName, fromBlock: 1n });
    expect(logs.length).toBeGreaterThanOrEqual(2);
  }
});
