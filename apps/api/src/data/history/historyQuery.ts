import { findChain } from "@portico/evm";
import type { ChainSyncStatus, HistoryQuery } from "@portico/store";
import { parseAddress } from "../address.ts";
import {
  noChain,
  notReady,
  requireAnySynced,
  requireSynced,
  surveyChains,
  type ChainSurvey,
} from "../chains/chainSurvey.ts";
import { readCursor, type Cursor } from "./cursor.ts";
import { readTokenFilter } from "./tokenFilter.ts";

/** Parameters of both history operations. */
export interface HistoryParameters {
  readonly id: string;
  readonly chain_id?: string | undefined;
  readonly token_id?: string | undefined;
  readonly coin_id?: string | undefined;
  readonly page_count?: number | undefined;
  readonly start_time?: number | undefined;
  readonly chain_ids: readonly string[];
  readonly cursor?: string | undefined;
  readonly block?: number | undefined;
  readonly time_at?: number | undefined;
}

const PAGE_MAX = 20;

/** Larger numbers are milliseconds; unix seconds before the year 33658 are smaller. */
const MILLISECONDS = 1e12;

/** A query of a page; `leftOut` if it is one by cursor. */
export interface HistoryPageQuery extends HistoryQuery {
  readonly leftOut?: Cursor["leftOut"];
}

/** @throws ServiceError invalid_address, invalid_params. */
export function readHistoryQuery(query: HistoryParameters): HistoryPageQuery {
  const owner = parseAddress(query.id);
  const chains = listRequestedChains(query);
  const position = readPosition(query);
  const tokens = readTokenFilter(query, chains);
  const count = Math.min(Math.max(query.page_count ?? PAGE_MAX, 1), PAGE_MAX);
  return { owner, chains, count, tokens, ...position };
}

const listRequestedChains = ({ chain_id: only, chain_ids: chains }: HistoryParameters): readonly string[] =>
  only === undefined ? chains : chains.filter((chain) => chain === only);

/** Wallets request their first page with a start_time of 0. */
function readPosition({ cursor, start_time: startTime = 0 }: HistoryParameters): Partial<Cursor> {
  if (cursor !== undefined) return readCursor(cursor);
  return startTime <= 0 || startTime >= MILLISECONDS ? {} : { before: startTime };
}

/**
 * Sync status of the requested chains. Where legs are stored for all owners, no initial scan is needed.
 * @throws ServiceError invalid_chain; upstream_error during the first sync of `chain_id`, or of all, and if a chain that
 * was ready for the page before isn't any more: the transactions of its part of the walk would be skipped.
 */
export function surveyHistory(
  { chain_id: only, chain_ids: listed }: HistoryParameters,
  { chains, leftOut }: Pick<HistoryPageQuery, "chains" | "leftOut">,
  syncStatuses: readonly ChainSyncStatus[],
): ChainSurvey {
  const unknown = listed.find((chain) => findChain(chain) === undefined);
  if (unknown !== undefined) throw noChain(unknown, syncStatuses);
  const states = syncStatuses.map((syncStatus) => ({
    ...syncStatus,
    isScanned: syncStatus.mode === "full" || syncStatus.isScanned !== false,
  }));
  if (only !== undefined) requireSynced(only, states);
  const survey = requireAnySynced(surveyChains(chains, states), states);
  if (leftOut !== undefined) requireAsBefore(survey, leftOut);
  return survey;
}

function requireAsBefore(survey: ChainSurvey, leftOut: readonly string[]): void {
  const gone = listLeftOut(survey).filter((slug) => !leftOut.includes(slug));
  if (gone.length > 0)
    throw notReady(`${gone.join(", ")} can't be read for a moment: this page would skip transactions there`);
}

/** Slugs of requested chains that are served, but not ready for this page. */
export const listLeftOut = ({ syncing, unread }: ChainSurvey): string[] =>
  [...syncing, ...unread].map(({ slug }) => slug);
