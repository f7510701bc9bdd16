import type { Address } from "@portico/evm";
import type { PriceSeries } from "./priceGraph.ts";
import type { LinkedToken, PricedToken, TokenPool } from "./priceGraph.ts";

function list(token: LinkedToken, pool: TokenPool): void {
  pool.series.listings.push({ token, at: token.pools.length });
  token.pools.push(pool);
  token.leastRaws.push(Infinity);
}

interface PricedTokens {
  get(address: Address): PricedToken;
  /** Lists a pool or a rate under its tokens. */
  link(series: PriceSeries): void;
}

/** Called after a new observation of a pool. */
export function noteNews({ listings, counts }: PriceSeries): void {
  for (const { token, at } of listings) {
    const pool = token.pools[at]!;
    token.leastRaws[at] = Infinity;
    if (counts.length > 0) token.counted.add(pool);
  }
}

/** Called when a pool's window is constant from a time on. */
export function noteSettled({ listings, settled, settledAt }: PriceSeries): void {
  for (const { token, at } of listings) {
    const raw = token.pools[at]!.isSide0 ? settled?.raw0 : settled?.raw1;
    token.leastRaws[at] = raw ?? 0;
    token.leastAt = Math.max(token.leastAt, settledAt);
  }
}

export function createPricedTokens(): PricedTokens {
  const entries = new Map<Address, LinkedToken>();
  const get = (address: Address): LinkedToken => {
    const old = entries.get(address);
    if (old !== undefined) return old;
    const created: LinkedToken = { address, pools: [], counted: new Set(), leastRaws: [], leastAt: 0, rates: [] };
    entries.set(address, created);
    return created;
  };
  return {
    get,
    link(series) {
      const { address, kind, token0, token1 } = series.source;
      if (token0 === null) return;
      const side0 = get(token0);
      if (kind === "rate") side0.rates.push({ series, share: get(address) });
      if (token1 === null || (kind !== "v2" && kind !== "v3")) return;
      const [side1, share] = [get(token1), kind === "v2" ? get(address) : null];
      list(side0, { series, isSide0: true, other: side1, share });
      list(side1, { series, isSide0: false, other: side0, share });
    },
  };
}
