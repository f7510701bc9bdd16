import type { Address } from "@portico/evm";
import type { Trail } from "./trail.ts";

/** A token and the sources that lead from it to others. */
export interface PricedToken {
  readonly address: Address;
  /** Pools that have it on a side. */
  readonly pools: readonly TokenPool[];
  /** Those of them whose shares were counted. */
  readonly counted: ReadonlySet<TokenPool>;
  /**
   * Of each pool, in their order, the least that it had of the token, base units: where its window settled, or else
   * Infinity. One array of doubles, because of a hundred thousand pools nearly all are passed over by this alone.
   */
  readonly leastRaws: readonly number[];
  /** From when on those figures are true, unix seconds. */
  readonly leastAt: number;
  /** Tokens that are worth an amount of it. */
  readonly rates: readonly TokenRate[];
}

export interface TokenPool {
  readonly trail: Trail;
  /** The token is token0. */
  readonly isSide0: boolean;
  readonly other: PricedToken;
  /** The pool's own token, where it has one: a share of it. */
  readonly share: PricedToken | null;
}

export interface TokenRate {
  readonly trail: Trail;
  readonly share: PricedToken;
}

function list(token: Entry, pool: TokenPool): void {
  pool.trail.listings.push({ token, at: token.pools.length });
  token.pools.push(pool);
  token.leastRaws.push(Infinity);
}

interface PricedTokens {
  get(address: Address): PricedToken;
  /** Puts a pool or a rate where it is found by its tokens. */
  link(trail: Trail): void;
}

interface Entry extends PricedToken {
  pools: TokenPool[];
  counted: Set<TokenPool>;
  leastRaws: number[];
  leastAt: number;
  rates: TokenRate[];
}

/** Where a pool is listed, by one of its sides. */
export interface PoolListing {
  token: Entry;
  /** Of the pool among the token's. */
  at: number;
}

/** Something new was said of a pool. */
export function noteNews({ listings, counts }: Trail): void {
  for (const { token, at } of listings) {
    const pool = token.pools[at]!;
    token.leastRaws[at] = Infinity;
    if (counts.length > 0) token.counted.add(pool);
  }
}

/** What a pool says stays what it is from a time on. */
export function noteSettled({ listings, settled, settledAt }: Trail): void {
  for (const { token, at } of listings) {
    const raw = token.pools[at]!.isSide0 ? settled?.raw0 : settled?.raw1;
    token.leastRaws[at] = raw ?? 0;
    token.leastAt = Math.max(token.leastAt, settledAt);
  }
}

export function createPricedTokens(): PricedTokens {
  const entries = new Map<Address, Entry>();
  const get = (address: Address): Entry => {
    const old = entries.get(address);
    if (old !== undefined) return old;
    const created: Entry = { address, pools: [], counted: new Set(), leastRaws: [], leastAt: 0, rates: [] };
    entries.set(address, created);
    return created;
  };
  return {
    get,
    link(trail) {
      const { address, kind, token0, token1 } = trail.source;
      if (token0 === null) return;
      const side0 = get(token0);
      if (kind === "rate") side0.rates.push({ trail, share: get(address) });
      if (token1 === null || (kind !== "v2" && kind !== "v3")) return;
      const [side1, share] = [get(token1), kind === "v2" ? get(address) : null];
      list(side0, { trail, isSide0: true, other: side1, share });
      list(side1, { trail, isSide0: false, other: side0, share });
    },
  };
}
