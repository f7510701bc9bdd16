import type { Address } from "@portico/evm";
import type { BlockRef, PortfolioRead, PortfolioSyncStatus } from "@portico/store";
import type { Deps } from "../../deps.ts";
import { surveyChains, type ChainSurvey, type PinnedChain } from "../chains/chainSurvey.ts";
import type { PastPoint } from "../past/pastPoint.ts";
import { readPortfolioAt } from "../past/readPortfolioAt.ts";
import { requireState } from "../past/requireState.ts";
import { listHoldings, sumUsdValue, type Holding } from "./holdings.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";
import { startBudget } from "../positions/budget.ts";
import type { SourceKind } from "../positions/positionSources.ts";
import type { ChainPositions } from "../positions/positions.ts";

/** An owner's holdings on one chain: tokens, including receipts, and positions. */
export interface ChainPortfolio extends ChainPositions {
  readonly synced: PinnedChain;
  readonly holdings: readonly Holding[];
  /** USD of tokens and positions; nothing is counted twice. */
  readonly netUsd: number;
}

export interface UserPortfolio {
  readonly survey: ChainSurvey<BlockRef>;
  readonly syncStatuses: readonly PortfolioSyncStatus[];
  /** Of each synced chain. */
  readonly chains: readonly ChainPortfolio[];
  /** The owner's, on these chains. */
  readonly balances: PortfolioRead["balances"];
  /** With the prices of the time that it is of. */
  readonly tokens: TokenTable;
}

export interface PortfolioRequest {
  readonly owner: Address;
  readonly chains: readonly string[];
  /** Apps instead of protocols: they are in no total. */
  readonly kind?: SourceKind;
  /** Positions of this protocol only. */
  readonly protocolId?: string;
  /** Instead of now. */
  readonly point?: PastPoint | undefined;
}

type PortfolioDeps = Pick<
  Deps,
  "chainRpcs" | "db" | "initialScans" | "pastPositions" | "positions" | "positionWaitMs" | "tokens"
>;

/**
 * Reads an owner's holdings on these chains; what was not read within the timeout is named.
 * @throws ServiceError as readPortfolioAt, and block_unavailable if the node lacks the past state of positions.
 */
export async function readUserPortfolio(deps: PortfolioDeps, question: PortfolioRequest): Promise<UserPortfolio> {
  const { positionWaitMs, pastPositions } = deps;
  const { owner, chains, kind = "protocol", protocolId, point } = question;
  const nftContracts = deps.positions.listNftContracts();
  const { read, tokens } = await readPortfolioAt(deps, { owner, chains, nftContracts }, point);
  const positions =
    point === undefined
      ? deps.positions
      : pastPositions.open({
          tokens,
          readHolder: async (holder) => (await readPortfolioAt(deps, { ...holder, nftContracts }, point)).read,
        });
  const survey = surveyChains(chains, read.syncStatuses);
  const budget = startBudget(positionWaitMs);
  try {
    const portfolios = survey.synced.map(async (synced): Promise<ChainPortfolio> => {
      const holdings = await listHoldings(tokens, synced, read);
      const found = await positions.list({ owner, synced, read, holdings, kind, protocolId, budget });
      if (point !== undefined && found.missing.length > 0) await requireState(deps, synced);
      const netUsd = found.owned.reduce((sum, one) => sum + one.netUsd, sumUsdValue(holdings));
      return { ...found, synced, holdings, netUsd };
    });
    const { syncStatuses, balances } = read;
    return { survey, syncStatuses, chains: await Promise.all(portfolios), balances, tokens };
  } finally {
    budget.stop();
  }
}

/** Missing protocols of all chains, sorted; a field of a response, absent if there are none. */
export function errProtocolIds(chains: readonly ChainPortfolio[]): { err_protocol_ids?: string[] } {
  const ids = chains.flatMap(({ missing }) => missing).toSorted();
  return ids.length === 0 ? {} : { err_protocol_ids: ids };
}
