import { erc20Abi, min, readMany, v2PairAbi, v3PoolAbi } from "@portico/evm";
import type { Address, Rpc } from "@portico/evm";
import type { BlockRef, PriceSource } from "@portico/store";

/** State of pools after a block; those that don't respond are left out. */
export interface PoolStates {
  pairs: ReadonlyMap<Address, PairState>;
  pools: ReadonlyMap<Address, TickState>;
  /** What V3 pools hold, by `pool token`. */
  held: ReadonlyMap<string, bigint>;
}

/** Of a V2 pool that is not empty. */
export interface PairState {
  raw0: bigint;
  raw1: bigint;
  /** When the sums were last updated, mod 2^32. */
  summedAt: number;
  /** Σ price · seconds of token 0 in token 1, 112 binary places, mod 2^256. */
  sum0: bigint;
  /** The same of token 1 in token 0. */
  sum1: bigint;
  supply: bigint;
}

/** Of a V3 pool. */
export interface TickState {
  /** Σ tick · seconds at the block's time. */
  sum: bigint;
  tick: number;
  liquidity: bigint;
  timeAt: number;
}

/** Calls per pool. */
const PAIR_CALLS = 4;
const POOL_CALLS = 3;

/** @throws the node's error if it no longer has the state. */
export async function readPoolStates(rpc: Rpc, sources: readonly PriceSource[], block: BlockRef): Promise<PoolStates> {
  const v2 = sources.filter(({ kind }) => kind === "v2");
  const v3 = sources.filter(({ kind }) => kind === "v3");
  const keys = v3.flatMap(({ address: owner, token0, token1 }) =>
    [token0, token1].flatMap((token) => (token === null ? [] : [{ owner, token }])),
  );
  const calls = [...v2.flatMap(listPairCalls), ...v3.flatMap(listPoolCalls), ...keys.map(toBalanceCall)];
  const answers: readonly { result?: unknown }[] = await readMany(rpc, calls, block);
  const results = answers.map(({ result }) => result);
  const takeStates = <T>(list: readonly PriceSource[], count: number, toState: (words: unknown[]) => T | undefined) => {
    const words = results.splice(0, list.length * count);
    return new Map(
      list.flatMap(({ address }, index) => {
        const state = toState(words.slice(index * count, (index + 1) * count));
        return state === undefined ? [] : [[address, state] as const];
      }),
    );
  };
  const pairs = takeStates(v2, PAIR_CALLS, toPair);
  const pools = takeStates(v3, POOL_CALLS, (words) => toPool(words, block.timeAt));
  return {
    pairs,
    pools,
    held: new Map(
      keys.flatMap(({ owner, token }, index) => {
        const rawAmount = results[index];
        return typeof rawAmount === "bigint" ? [[`${owner} ${token}`, rawAmount] as const] : [];
      }),
    ),
  };
}

const listPairCalls = ({ address }: PriceSource) => [
  { abi: v2PairAbi, address, functionName: "getReserves" } as const,
  { abi: v2PairAbi, address, functionName: "price0CumulativeLast" } as const,
  { abi: v2PairAbi, address, functionName: "price1CumulativeLast" } as const,
  { abi: v2PairAbi, address, functionName: "totalSupply" } as const,
];

const listPoolCalls = ({ address }: PriceSource) => [
  { abi: v3PoolAbi, address, functionName: "slot0" } as const,
  { abi: v3PoolAbi, address, functionName: "liquidity" } as const,
  { abi: v3PoolAbi, address, functionName: "observe", args: [[0]] } as const,
];

const toBalanceCall = ({ owner, token }: { owner: Address; token: Address }) =>
  ({ abi: erc20Abi, address: token, functionName: "balanceOf", args: [owner] }) as const;

function toPair([reserves, sum0, sum1, supply]: unknown[]): PairState | undefined {
  if (!Array.isArray(reserves) || typeof sum0 !== "bigint" || typeof sum1 !== "bigint") return undefined;
  if (typeof supply !== "bigint") return undefined;
  const [raw0, raw1, summedAt] = reserves as [bigint, bigint, number];
  return raw0 === 0n || raw1 === 0n ? undefined : { raw0, raw1, summedAt, sum0, sum1, supply };
}

function toPool([slot0, liquidity, sums]: unknown[], timeAt: number): TickState | undefined {
  if (!Array.isArray(slot0) || typeof liquidity !== "bigint" || !Array.isArray(sums)) return undefined;
  const [sum] = sums[0] as bigint[];
  const tick: unknown = slot0[1];
  return sum === undefined || typeof tick !== "number" ? undefined : { sum, tick, liquidity, timeAt };
}

/** The lower one of both; unknown if either is. */
export function minHeld(a: PoolStates["held"], b: PoolStates["held"], key: string): bigint | undefined {
  const [first, last] = [a.get(key), b.get(key)];
  return first === undefined || last === undefined ? undefined : min(first, last);
}
