import {
  AAVE_V3,
  aaveV3PoolAbi,
  aaveV3Reserves,
  aaveV3RewardsAbi,
  getPairAddress,
  listPools,
  listTokens,
  MASTER_CHEF,
  masterChefAbi,
  masterChefPools,
  type DevnetChain,
  STAKING_REWARDS,
  stakingRewardsAbi,
  STETH,
  uniswapV3Deployments,
  v3PositionsAbi,
  VAULT,
  vaultAbi,
  WSTETH,
  wstEthAbi,
} from "@portico/devnet";
import {
  type Address,
  createPublicClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  http,
  maxUint128,
  numberToHex,
  type PublicClient,
  type Transport,
} from "viem";
import { toWhole } from "./chainTruth.ts";

/** An owner's amounts in one position, in whole tokens; a debt is negative. */
export interface PositionAmounts {
  readonly amounts: ReadonlyMap<string, number>;
  /** Of a loan. */
  readonly health?: number | null;
}

/** By the controller's address, followed by the position's number if there are several. */
export type OwnerPositions = Map<string, PositionAmounts>;

interface OwnerQuery {
  readonly client: PublicClient;
  readonly chain: DevnetChain;
  readonly owner: Address;
}

/** An owner's protocol positions, as the contracts would pay them out at a block, or the newest one. */
export async function readPositions(
  rpcUrl: string,
  chain: DevnetChain,
  owner: Address,
  block?: number,
): Promise<OwnerPositions> {
  const query: OwnerQuery = { client: createPublicClient({ transport: pinnedHttp(rpcUrl, block) }), chain, owner };
  const parts = [readPairs, readRanges, readVault];
  const onEth = [readLoan, readStake, readFarm, readChef];
  const positions = await Promise.all((chain === "eth" ? [...parts, ...onEth] : parts).map((part) => part(query)));
  return new Map(positions.flatMap((part) => [...part]));
}

/** Calls name the newest block: this one is sent instead. */
function pinnedHttp(rpcUrl: string, block: number | undefined): Transport {
  const transport = http(rpcUrl);
  if (block === undefined) return transport;
  const { request } = transport({});
  const tag = numberToHex(block);
  return custom({
    request: ({ method, params }: { method: string; params: readonly unknown[] }) =>
      request({ method, params: params.map((param) => (param === "latest" ? tag : param)) }),
  });
}

function toPosition(
  chain: DevnetChain,
  amounts: readonly (readonly [token: Address, rawAmount: bigint])[],
): PositionAmounts {
  const sums = new Map<string, bigint>();
  for (const [token, rawAmount] of amounts) {
    sums.set(token.toLowerCase(), (sums.get(token.toLowerCase()) ?? 0n) + rawAmount);
  }
  const held = [...sums].filter(([, rawAmount]) => rawAmount !== 0n);
  return { amounts: new Map(held.map(([token, rawAmount]) => [token, toWhole(rawAmount, getDecimals(chain, token))])) };
}

const getDecimals = (chain: DevnetChain, token: string): number =>
  listTokens(chain).find(({ address }) => address.toLowerCase() === token)?.decimals ?? 18;

const balanceOf = ({ client, owner }: OwnerQuery, address: Address): Promise<bigint> =>
  client.readContract({ address, abi: erc20Abi, functionName: "balanceOf", args: [owner] });

async function readShare(query: OwnerQuery, pair: Address, share: bigint) {
  const { client, chain } = query;
  const pool = listPools(chain, "v2").find((one) => getPairAddress(chain, one) === pair);
  if (pool === undefined) throw new Error(`Pair not found: ${pair}`);
  const supply = await client.readContract({ address: pair, abi: erc20Abi, functionName: "totalSupply" });
  return Promise.all(
    [pool.token0, pool.token1].map(async ({ address }): Promise<[Address, bigint]> => {
      const reserve = await balanceOf({ ...query, owner: pair }, address);
      return [address, (reserve * share) / supply];
    }),
  );
}

async function readPairs(query: OwnerQuery): Promise<OwnerPositions> {
  const positions: OwnerPositions = new Map();
  for (const pool of listPools(query.chain, "v2")) {
    const pair = getPairAddress(query.chain, pool);
    const share = await balanceOf(query, pair);
    if (share > 0n) positions.set(pair.toLowerCase(), toPosition(query.chain, await readShare(query, pair, share)));
  }
  return positions;
}

/** Simulates removing all liquidity and collecting. */
async function readRanges({ client, chain, owner }: OwnerQuery): Promise<OwnerPositions> {
  const { positions: address } = uniswapV3Deployments[chain] ?? {};
  if (address === undefined) return new Map();
  const abi = v3PositionsAbi;
  const read = (functionName: string, ...args: unknown[]) => client.readContract({ address, abi, functionName, args });
  const count = Number(await read("balanceOf", owner));
  const positions: OwnerPositions = new Map();
  for (let index = 0; index < count; index++) {
    const tokenId = (await read("tokenOfOwnerByIndex", owner, BigInt(index))) as bigint;
    const position = (await read("positions", tokenId)) as readonly [
      bigint,
      Address,
      Address,
      Address,
      number,
      number,
      number,
      bigint,
    ];
    const [, , token0, token1, , , , liquidity] = position;
    const decrease = { tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: 2n ** 40n };
    const collect = { tokenId, recipient: owner, amount0Max: maxUint128, amount1Max: maxUint128 };
    const calls = [
      ...(liquidity > 0n ? [encodeFunctionData({ abi, functionName: "decreaseLiquidity", args: [decrease] })] : []),
      encodeFunctionData({ abi, functionName: "collect", args: [collect] }),
    ];
    const { result } = await client.simulateContract({
      account: owner,
      address,
      abi,
      functionName: "multicall",
      args: [calls],
    });
    const paid = (result as readonly `0x${string}`[]).at(-1)!;
    const [amount0, amount1] = [BigInt(paid.slice(0, 66)), BigInt(`0x${paid.slice(66, 130)}`)];
    const vault = toPosition(chain, [
      [token0, amount0],
      [token1, amount1],
    ]);
    if (vault.amounts.size > 0) positions.set(`${tokenId}`, vault);
  }
  return positions;
}

async function readVault(query: OwnerQuery): Promise<OwnerPositions> {
  const { client, chain, owner } = query;
  const share = await balanceOf(query, VAULT).catch(() => 0n);
  if (share === 0n) return new Map();
  const { result } = await client.simulateContract({
    account: owner,
    address: VAULT,
    abi: vaultAbi,
    functionName: "redeem",
    args: [share, owner, owner],
  });
  const usdc = listTokens(chain).find(({ symbol }) => symbol === "USDC")!;
  return new Map([[VAULT.toLowerCase(), toPosition(chain, [[usdc.address, result]])]]);
}

async function readLoan(query: OwnerQuery): Promise<OwnerPositions> {
  const { client, owner } = query;
  const amounts: [Address, bigint][] = [];
  for (const { token, aToken, variableDebtToken } of aaveV3Reserves) {
    amounts.push([token, await balanceOf(query, aToken)], [token, -(await balanceOf(query, variableDebtToken))]);
  }
  if (amounts.every(([, rawAmount]) => rawAmount === 0n)) return new Map();
  const call = {
    address: AAVE_V3.pool,
    abi: aaveV3PoolAbi,
    functionName: "getUserAccountData",
    args: [owner],
  } as const;
  const account = (await client.readContract(call)) as readonly bigint[];
  const [debt = 0n, health = 0n] = [account[1], account[5]];
  const tokens = aaveV3Reserves.flatMap(({ aToken, variableDebtToken }) => [aToken, variableDebtToken]);
  const [rewarded, unclaimed] = (await client.readContract({
    address: AAVE_V3.rewardsController,
    abi: aaveV3RewardsAbi,
    functionName: "getAllUserRewards",
    args: [tokens, owner],
  })) as readonly [readonly Address[], readonly bigint[]];
  for (const [index, token] of rewarded.entries()) amounts.push([token, unclaimed[index] ?? 0n]);
  const vault = { ...toPosition("eth", amounts), health: debt === 0n ? null : toWhole(health, 18) };
  return new Map([[AAVE_V3.pool.toLowerCase(), vault]]);
}

async function readStake(query: OwnerQuery): Promise<OwnerPositions> {
  const wrapped = await balanceOf(query, WSTETH);
  const call = { address: WSTETH, abi: wstEthAbi, functionName: "getStETHByWstETH", args: [wrapped] } as const;
  const staked = {
    [STETH.toLowerCase()]: await balanceOf(query, STETH),
    [WSTETH.toLowerCase()]: (await query.client.readContract(call)) as bigint,
  };
  const held = Object.entries(staked).filter(([, rawAmount]) => rawAmount > 0n);
  return new Map(held.map(([token, rawAmount]) => [token, { amounts: new Map([["eth", toWhole(rawAmount, 18)]]) }]));
}

async function readFarm(query: OwnerQuery): Promise<OwnerPositions> {
  const { client, owner } = query;
  const read = (functionName: string, ...args: unknown[]) =>
    client.readContract({ address: STAKING_REWARDS, abi: stakingRewardsAbi, functionName, args });
  const [share, earned] = [(await read("balanceOf", owner)) as bigint, (await read("earned", owner)) as bigint];
  if (share === 0n && earned === 0n) return new Map();
  const [pair, rewards] = [(await read("stakingToken")) as Address, (await read("rewardsToken")) as Address];
  const amounts = [...(await readShare(query, pair, share)), [rewards, earned] as const];
  return new Map([[STAKING_REWARDS.toLowerCase(), toPosition("eth", amounts)]]);
}

async function readChef(query: OwnerQuery): Promise<OwnerPositions> {
  const { client, owner } = query;
  const sushi = listTokens("eth").find(({ symbol }) => symbol === "SUSHI")!;
  const positions: OwnerPositions = new Map();
  for (const [pid, pair] of masterChefPools.entries()) {
    const read = (functionName: string) =>
      client.readContract({ address: MASTER_CHEF, abi: masterChefAbi, functionName, args: [BigInt(pid), owner] });
    const [[share], pending] = [(await read("userInfo")) as readonly [bigint], (await read("pendingSushi")) as bigint];
    if (share === 0n && pending === 0n) continue;
    const amounts = [...(await readShare(query, pair, share)), [sushi.address, pending] as const];
    positions.set(`${MASTER_CHEF.toLowerCase()}:${pid}`, toPosition("eth", amounts));
  }
  return positions;
}
