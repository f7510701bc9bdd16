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
  type PocketChain,
  STAKING_REWARDS,
  stakingRewardsAbi,
  STETH,
  uniswapV3Deployments,
  v3PositionsAbi,
  VAULT,
  vaultAbi,
  WSTETH,
  wstEthAbi,
} from "@portico/pocket";
import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  http,
  maxUint128,
  type PublicClient,
} from "viem";
import { toWhole } from "./chainTruth.ts";

/** An owner's amounts in one position, in whole tokens; a debt is negative. */
export interface Place {
  readonly amounts: ReadonlyMap<string, number>;
  /** Of a loan. */
  readonly health?: number | null;
}

/** By the controller's address, followed by the position's number if there are several. */
export type Places = Map<string, Place>;

interface Asked {
  readonly client: PublicClient;
  readonly chain: PocketChain;
  readonly owner: Address;
}

/** An owner's protocol positions, as the contracts would pay them out at the newest block. */
export async function readPlaces(rpcUrl: string, chain: PocketChain, owner: Address): Promise<Places> {
  const asked: Asked = { client: createPublicClient({ transport: http(rpcUrl) }), chain, owner };
  const parts = [readPairs, readRanges, readVault];
  const onEth = [readLoan, readStake, readFarm, readChef];
  const places = await Promise.all((chain === "eth" ? [...parts, ...onEth] : parts).map((part) => part(asked)));
  return new Map(places.flatMap((part) => [...part]));
}

function toPlace(chain: PocketChain, amounts: readonly (readonly [token: Address, rawAmount: bigint])[]): Place {
  const sums = new Map<string, bigint>();
  for (const [token, rawAmount] of amounts) {
    sums.set(token.toLowerCase(), (sums.get(token.toLowerCase()) ?? 0n) + rawAmount);
  }
  const held = [...sums].filter(([, rawAmount]) => rawAmount !== 0n);
  return { amounts: new Map(held.map(([token, rawAmount]) => [token, toWhole(rawAmount, getDecimals(chain, token))])) };
}

const getDecimals = (chain: PocketChain, token: string): number =>
  listTokens(chain).find(({ address }) => address.toLowerCase() === token)?.decimals ?? 18;

const balanceOf = ({ client, owner }: Asked, address: Address): Promise<bigint> =>
  client.readContract({ address, abi: erc20Abi, functionName: "balanceOf", args: [owner] });

async function readShare(asked: Asked, pair: Address, share: bigint) {
  const { client, chain } = asked;
  const pool = listPools(chain, "v2").find((one) => getPairAddress(chain, one) === pair);
  if (pool === undefined) throw new Error(`No pair ${pair}`);
  const supply = await client.readContract({ address: pair, abi: erc20Abi, functionName: "totalSupply" });
  return Promise.all(
    [pool.token0, pool.token1].map(async ({ address }): Promise<[Address, bigint]> => {
      const reserve = await balanceOf({ ...asked, owner: pair }, address);
      return [address, (reserve * share) / supply];
    }),
  );
}

async function readPairs(asked: Asked): Promise<Places> {
  const places: Places = new Map();
  for (const pool of listPools(asked.chain, "v2")) {
    const pair = getPairAddress(asked.chain, pool);
    const share = await balanceOf(asked, pair);
    if (share > 0n) places.set(pair.toLowerCase(), toPlace(asked.chain, await readShare(asked, pair, share)));
  }
  return places;
}

/** Simulates removing all liquidity and collecting. */
async function readRanges({ client, chain, owner }: Asked): Promise<Places> {
  const { positions: address } = uniswapV3Deployments[chain] ?? {};
  if (address === undefined) return new Map();
  const abi = v3PositionsAbi;
  const read = (functionName: string, ...args: unknown[]) => client.readContract({ address, abi, functionName, args });
  const count = Number(await read("balanceOf", owner));
  const places: Places = new Map();
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
    const place = toPlace(chain, [
      [token0, amount0],
      [token1, amount1],
    ]);
    if (place.amounts.size > 0) places.set(`${tokenId}`, place);
  }
  return places;
}

async function readVault(asked: Asked): Promise<Places> {
  const { client, chain, owner } = asked;
  const share = await balanceOf(asked, VAULT).catch(() => 0n);
  if (share === 0n) return new Map();
  const { result } = await client.simulateContract({
    account: owner,
    address: VAULT,
    abi: vaultAbi,
    functionName: "redeem",
    args: [share, owner, owner],
  });
  const usdc = listTokens(chain).find(({ symbol }) => symbol === "USDC")!;
  return new Map([[VAULT.toLowerCase(), toPlace(chain, [[usdc.address, result]])]]);
}

async function readLoan(asked: Asked): Promise<Places> {
  const { client, owner } = asked;
  const amounts: [Address, bigint][] = [];
  for (const { token, aToken, variableDebtToken } of aaveV3Reserves) {
    amounts.push([token, await balanceOf(asked, aToken)], [token, -(await balanceOf(asked, variableDebtToken))]);
  }
  if (amounts.every(([, rawAmount]) => rawAmount === 0n)) return new Map();
  const ask = { address: AAVE_V3.pool, abi: aaveV3PoolAbi, functionName: "getUserAccountData", args: [owner] } as const;
  const account = (await client.readContract(ask)) as readonly bigint[];
  const [debt = 0n, health = 0n] = [account[1], account[5]];
  const tokens = aaveV3Reserves.flatMap(({ aToken, variableDebtToken }) => [aToken, variableDebtToken]);
  const [rewarded, unclaimed] = (await client.readContract({
    address: AAVE_V3.rewardsController,
    abi: aaveV3RewardsAbi,
    functionName: "getAllUserRewards",
    args: [tokens, owner],
  })) as readonly [readonly Address[], readonly bigint[]];
  for (const [index, token] of rewarded.entries()) amounts.push([token, unclaimed[index] ?? 0n]);
  const place = { ...toPlace("eth", amounts), health: debt === 0n ? null : toWhole(health, 18) };
  return new Map([[AAVE_V3.pool.toLowerCase(), place]]);
}

async function readStake(asked: Asked): Promise<Places> {
  const wrapped = await balanceOf(asked, WSTETH);
  const ask = { address: WSTETH, abi: wstEthAbi, functionName: "getStETHByWstETH", args: [wrapped] } as const;
  const staked = {
    [STETH.toLowerCase()]: await balanceOf(asked, STETH),
    [WSTETH.toLowerCase()]: (await asked.client.readContract(ask)) as bigint,
  };
  const held = Object.entries(staked).filter(([, rawAmount]) => rawAmount > 0n);
  return new Map(held.map(([token, rawAmount]) => [token, { amounts: new Map([["eth", toWhole(rawAmount, 18)]]) }]));
}

async function readFarm(asked: Asked): Promise<Places> {
  const { client, owner } = asked;
  const read = (functionName: string, ...args: unknown[]) =>
    client.readContract({ address: STAKING_REWARDS, abi: stakingRewardsAbi, functionName, args });
  const [share, earned] = [(await read("balanceOf", owner)) as bigint, (await read("earned", owner)) as bigint];
  if (share === 0n && earned === 0n) return new Map();
  const [pair, rewards] = [(await read("stakingToken")) as Address, (await read("rewardsToken")) as Address];
  const amounts = [...(await readShare(asked, pair, share)), [rewards, earned] as const];
  return new Map([[STAKING_REWARDS.toLowerCase(), toPlace("eth", amounts)]]);
}

async function readChef(asked: Asked): Promise<Places> {
  const { client, owner } = asked;
  const sushi = listTokens("eth").find(({ symbol }) => symbol === "SUSHI")!;
  const places: Places = new Map();
  for (const [pid, pair] of masterChefPools.entries()) {
    const read = (functionName: string) =>
      client.readContract({ address: MASTER_CHEF, abi: masterChefAbi, functionName, args: [BigInt(pid), owner] });
    const [[share], pending] = [(await read("userInfo")) as readonly [bigint], (await read("pendingSushi")) as bigint];
    if (share === 0n && pending === 0n) continue;
    const amounts = [...(await readShare(asked, pair, share)), [sushi.address, pending] as const];
    places.set(`${MASTER_CHEF.toLowerCase()}:${pid}`, toPlace("eth", amounts));
  }
  return places;
}
