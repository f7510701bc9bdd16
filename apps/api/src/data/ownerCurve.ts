import type { NetCurve } from "@portico/contract";
import { readCurve, type CurveRead, type Store } from "@portico/store";
import type { SyncedChain } from "./chainSurvey.ts";
import { listHoldings, sumUsdValue } from "./holdings.ts";
import { sumCurve, type CurveChain } from "./netCurve.ts";
import type { SightQuery } from "./sights.ts";
import type { TokenTable } from "./tokenTable.ts";

/** What the parameter `days` may be, in seconds and steps. */
const SPANS = {
  1: { step: 300, count: 288 },
  7: { step: 3600, count: 168 },
} as const;
export type CurveDays = keyof typeof SPANS;

export const readOwnerCurve = (db: Store, asked: SightQuery, days: CurveDays): Promise<CurveRead> =>
  readCurve(db, { ...asked, ...SPANS[days] });

/** The curve of these chains; when there is none, a moment of 0 and no points. */
export async function wireCurve(
  tokens: TokenTable,
  synced: readonly SyncedChain[],
  read: CurveRead,
  days: CurveDays,
): Promise<NetCurve> {
  const chains = await Promise.all(synced.map((chain) => listCurveTokens(tokens, chain, read)));
  const points = read.timeAt === undefined ? [] : sumCurve(chains, { timeAt: read.timeAt, ...SPANS[days] });
  const [timestamp, usdValue] = points.at(-1) ?? [0, 0];
  return { timestamp, usd_value: usdValue, usd_value_list: points };
}

/** What protocols issued for deposits and debts is left out, as in sumUsdValue. */
async function listCurveTokens(tokens: TokenTable, synced: SyncedChain, read: CurveRead): Promise<CurveChain> {
  const holdings = await listHoldings(tokens, synced, read);
  const rawAmounts = new Map(holdings.map(({ entry, rawAmount }) => [entry.token.address, rawAmount]));
  const told = read.tokens.filter(({ chain }) => chain === synced.chain.id);
  const entries = await tokens.resolve(
    synced.chain,
    told.map(({ token }) => token),
  );
  const curveTokens = told.map(({ token, moves, prices }, index) => ({
    entry: entries[index],
    rawAmount: rawAmounts.get(token) ?? 0n,
    moves,
    prices,
  }));
  return {
    timeAt: synced.timeAt,
    usdValue: sumUsdValue(holdings),
    tokens: curveTokens.flatMap(({ entry, ...rest }) =>
      entry === undefined || entry.isDerived ? [] : [{ ...rest, decimals: entry.decimals }],
    ),
  };
}
