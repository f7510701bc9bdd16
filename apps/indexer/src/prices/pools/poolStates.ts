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
  /** When the sum was last updated, mod 2^32. */
  summedAt: number;
  /** Σ price · seconds, 112 binary places, mod 2^256. */
  sum: bigint;
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

/** Calls per pool, which are alike for both kinds. */
const CALLS = 3;

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
  const takeStates = <T>(list: readonly PriceSource[], from: number, toState: (words: unknown[]) => T | undefined) =>
    new Map(
      list.flatMap(({ address }, index) => {
        const at = (from + index) * CALLS;
        const state = toState(results.slice(at, at + CALLS));
        return state === undefined ? [] : [[address, state] as const];
      }),
    );
  const balances = results.slice((v2.length + v3.length) * CALLS);
  return {
    pairs: takeStates(v2, 0, toPair),
    pools: takeStates(v3, v2.length, (words) => toPool(words, block.timeAt)),
    held: new Map(
      keys.flatMap(({ owner, token }, index) => {
        const rawAmount = balances[index];
        return typeof rawAmount === "bigint" ? [[`${owner} ${token}`, rawAmount] as const] : [];
      }),
    ),
  };
}

const listPairCalls = ({ address }: PriceSource) => [
  { abi: v2PairAbi, address, functionName: "getReserves" } as const,
  { abi: v2PairAbi, address, functionName: "price0CumulativeLast" } as const,
  { abi: v2PairAbi, address, functionName: "totalSupply" } as const,
];

const listPoolCalls = ({ address }: PriceSource) => [
  { abi: v3PoolAbi, address, functionName: "slot0" } as const,
  { abi: v3PoolAbi, address, functionName: "liquidity" } as const,
  { abi: v3PoolAbi, address, functionName: "observe", args: [[0]] } as const,
];

const toBalanceCall = ({ owner, token }: { owner: Address; token: Address }) =>
  ({ abi: erc20Abi, address: token, functionName: "balanceOf", args: [owner] }) as const;

function toPair([reserves, sum, supply]: unknown[]): PairState | undefined {
  if (!Array.isArray(reserves) || typeof sum !== "bigint" || typeof supply !== "bigint") return undefined;
  const [raw0, raw1, summedAt] = reserves as [bigint, bigint, number];
  return raw0 === 0n || raw1 === 0n ? undefined : { raw0, raw1, summedAt, sum, supply };
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
