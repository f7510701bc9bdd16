import type { NetCurve } from "@portico/contract";
import { readCurve, type CurvePast, type CurveRead } from "@portico/store";
import type { Deps } from "../../deps.ts";
import type { SyncedChain } from "../chains/chainSurvey.ts";
import { listHoldings, sumUsdValue } from "../portfolio/holdings.ts";
import { findCurveSpan, type CurveDays, type CurveSpan } from "./curveSpan.ts";
import { listKnown, splitChange } from "./netChange.ts";
import { sumCurve, type CurveChain, type CurveFrame, type CurveToken } from "./netCurve.ts";
import type { PastPoint } from "../past/pastPoint.ts";
import { readUserPortfolio, type UserPortfolio } from "../portfolio/portfolio.ts";
import { listSources } from "../positions/positionSources.ts";
import { sumLevels } from "./positionLevels.ts";
import type { InitialScanQuery } from "../initialScans.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";

/** Inputs of a curve, all at the same blocks. */
export interface OwnerCurveRead {
  readonly curve: CurveRead;
  /** Of contract accounts whose positions count too. */
  readonly accountCurves: readonly CurveRead[];
  readonly portfolio: UserPortfolio;
  readonly span: CurveSpan;
}

export interface OwnerCurveRequest extends InitialScanQuery {
  /** Where it ends, instead of now. */
  readonly point?: PastPoint | undefined;
}

/** A block may arrive between two statements; hardly three times. */
const ATTEMPTS = 3;

export async function readOwnerCurve(
  deps: Deps,
  request: OwnerCurveRequest,
  days: CurveDays,
  attempts = ATTEMPTS,
): Promise<OwnerCurveRead> {
  const startedAt = performance.now();
  const { point, ...query } = request;
  const portfolio = await readUserPortfolio(deps, request);
  const accounts = new Set(portfolio.chains.flatMap((chain) => chain.accounts));
  const past = point && toCurvePast(portfolio);
  const span = await findCurveSpan(deps.db, request, days, portfolio.survey.synced);
  const curve = await readCurve(deps.db, { ...query, ...span, past });
  const accountCurves: CurveRead[] = [];
  for (const owner of accounts) {
    // sequentially: one request must not take all connections
    const pastOfAccount = past && { ...past, balances: [] }; // only its positions count
    accountCurves.push(await readCurve(deps.db, { ...query, owner, ...span, past: pastOfAccount }));
  }
  const isOfOneBlock = portfolio.survey.synced.every(({ chain, blockNumber }) =>
    curve.syncStatuses.some(
      (syncStatus) => syncStatus.chain === chain.slug && syncStatus.balances?.blockNumber === blockNumber,
    ),
  );
  if (!isOfOneBlock && attempts > 1) {
    const positionWaitMs = Math.max(0, deps.positionWaitMs - (performance.now() - startedAt)); // in total
    return await readOwnerCurve({ ...deps, positionWaitMs }, request, days, attempts - 1);
  }
  return { curve, accountCurves, portfolio, span };
}

const toCurvePast = ({ survey, balances }: UserPortfolio): CurvePast => ({
  blocks: new Map(survey.synced.map(({ chain, blockNumber, timeAt }) => [chain.slug, { blockNumber, timeAt }])),
  balances,
});

/** The curve of these chains; without any, a timestamp of 0 and no points. */
export async function toCurveResponse(
  { protocols }: Pick<Deps, "protocols">,
  synced: readonly SyncedChain[],
  read: OwnerCurveRead,
): Promise<NetCurve> {
  const { curve, accountCurves, span } = read;
  const { tokens } = read.portfolio;
  const since = [curve, ...accountCurves].flatMap(({ positionsSince }) => positionsSince ?? []);
  const frame = { timeAt: curve.timeAt ?? 0, ...span };
  const chains = await Promise.all(
    synced.map(async (chain): Promise<CurveChain> => {
      const wallet = await listCurveTokens(tokens, chain, curve);
      const positions = await listPositionTokens({ tokens, protocols }, chain, read, frame);
      const owned = read.portfolio.chains.find((one) => one.synced.chain.slug === chain.chain.slug)?.owned ?? [];
      const usdValue = owned.reduce((sum, { netUsd }) => sum + netUsd, wallet.usdValue);
      return { ...wallet, usdValue, tokens: [...wallet.tokens, ...positions] };
    }),
  );
  const points = curve.timeAt === undefined ? [] : sumCurve(chains, frame);
  const [timestamp, usdValue] = points.at(-1) ?? [0, 0];
  const isOwner = read.portfolio.chains.some(({ owned }) => owned.length > 0);
  const positionsSince = since.length > 0 ? Math.min(Math.max(...since), timestamp) : isOwner ? timestamp : null;
  const knownSince = findKnownSince(synced, curve);
  const known = listKnown(chains, points, frame, knownSince ?? 0);
  const first = known.indexOf(true);
  return {
    timestamp,
    usd_value: usdValue,
    usd_value_list: span.isLong ? points.filter((_, nth) => known[nth] === true || nth === points.length - 1) : points,
    positions_since: positionsSince,
    known_since: knownSince,
    change: first === -1 || first >= points.length - 1 ? null : splitChange(chains, points, first, frame),
  };
}

/** Of the chains where the owner holds anything, or anything moved within the curve; null: from the beginning. */
function findKnownSince(synced: readonly SyncedChain[], { balances, tokens, knownSince }: CurveRead): number | null {
  const used = new Set([...balances, ...tokens].map(({ chain }) => chain));
  const times = synced.flatMap(({ chain }) => (used.has(chain.slug) ? (knownSince.get(chain.slug) ?? []) : []));
  return times.length === 0 ? null : Math.max(...times);
}

/** Receipts of deposits and debts are omitted, as in sumUsdValue. */
async function listCurveTokens(tokens: TokenTable, synced: SyncedChain, read: CurveRead): Promise<CurveChain> {
  const holdings = await listHoldings(tokens, synced, read);
  const rawAmounts = new Map(holdings.map(({ entry, rawAmount }) => [entry.token.address, rawAmount]));
  const ownTokens = read.tokens.filter(({ chain }) => chain === synced.chain.slug);
  const entries = await tokens.resolve(
    synced.chain,
    ownTokens.map(({ token }) => token),
  );
  const curveTokens = ownTokens.map(({ token, moves, prices }, index) => ({
    entry: entries[index],
    rawAmount: rawAmounts.get(token) ?? 0n,
    moves,
    prices,
  }));
  return {
    timeAt: synced.timeAt,
    usdValue: sumUsdValue(holdings),
    tokens: curveTokens.flatMap(({ entry, ...rest }) =>
      entry === undefined || entry.isDerived
        ? []
        : [{ ...rest, decimals: entry.decimals, latestUsd: entry.price, isVerified: entry.token.isVerified }],
    ),
  };
}

/** Positions at each point, as far as they were read. */
async function listPositionTokens(
  { tokens, protocols }: Pick<Deps, "protocols" | "tokens">,
  { chain }: SyncedChain,
  { curve, accountCurves }: OwnerCurveRead,
  frame: CurveFrame,
): Promise<CurveToken[]> {
  const { byId } = listSources(chain.slug, "protocol"); // protocols that are no longer read still have points
  const parts = [curve, ...accountCurves].map(async (read): Promise<CurveToken[]> => {
    const points = read.positionPoints.filter(
      (point) => point.chain === chain.slug && byId.has(point.protocolId) && !protocols.isOff(point.protocolId),
    );
    const levels = sumLevels(points, frame);
    const prices = new Map(read.tokens.flatMap((one) => (one.chain === chain.slug ? [[one.token, one.prices]] : [])));
    const entries = await tokens.resolve(
      chain,
      levels.map(({ token }) => token),
    );
    return levels.map(({ token, moves, rawAmount }, index) => ({
      decimals: entries[index]?.decimals ?? 0,
      rawAmount,
      moves,
      prices: prices.get(token) ?? [],
      latestUsd: entries[index]?.price ?? 0,
      isPosition: true,
      isVerified: entries[index]?.token.isVerified ?? false,
    }));
  });
  return (await Promise.all(parts)).flat();
}
