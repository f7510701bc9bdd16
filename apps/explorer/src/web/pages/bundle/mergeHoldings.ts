import type { ResultMeta, UserToken } from "@portico/client";
import { gapOf } from "../../parts/sourceLines.ts";

/** The tokens of several addresses as those of one: each token once, with the sum of its amounts. */
export function mergeTokens(all: readonly (readonly UserToken[])[]): UserToken[] {
  const merged = new Map<string, UserToken>();
  for (const token of all.flat()) {
    const key = `${token.chain} ${token.id}`;
    const known = merged.get(key);
    merged.set(key, known === undefined ? token : add(known, token));
  }
  return [...merged.values()];
}

const add = (a: UserToken, b: UserToken): UserToken => ({
  ...a,
  amount: a.amount + b.amount,
  raw_amount: a.raw_amount + b.raw_amount,
  ...(a.usd_value !== undefined && b.usd_value !== undefined && { usd_value: a.usd_value + b.usd_value }),
});

/** What several responses rest on: of each chain the one with a gap, otherwise the one of the oldest block. */
export function mergeMetas(metas: readonly ResultMeta[]): Pick<ResultMeta, "chains"> {
  const chains = Map.groupBy(
    metas.flatMap((meta) => meta.chains),
    ({ chain }) => chain,
  );
  return {
    chains: [...chains.values()].flatMap((all) => {
      const [worst] = all.toSorted(
        (a, b) => Number(gapOf(b) !== undefined) - Number(gapOf(a) !== undefined) || (a.block ?? 0) - (b.block ?? 0),
      );
      if (worst === undefined) return [];
      const missing = new Set(all.flatMap(({ missingProtocols }) => missingProtocols));
      return [{ ...worst, missingProtocols: [...missing] }];
    }),
  };
}
