import type { Address } from "@portico/evm";
import { readPortfolio, type BlockRef, type PortfolioSyncStatus } from "@portico/store";
import type { Deps } from "../../deps.ts";
import { surveyChains, type ChainSurvey, type PinnedChain } from "../chains/chainSurvey.ts";
import { listHoldings, sumUsdValue, type Holding } from "./holdings.ts";
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
}

export interface PortfolioRequest {
  readonly owner: Address;
  readonly chains: readonly string[];
  /** Apps instead of protocols: they are in no total. */
  readonly kind?: SourceKind;
  /** Positions of this protocol only. */
  readonly protocolId?: string;
}

type PortfolioDeps = Pick<Deps, "db" | "positions" | "positionWaitMs" | "initialScans" | "tokens">;

/** Reads an owner's holdings on these chains; what was not read within the timeout is named. */
export async function readUserPortfolio(deps: PortfolioDeps, question: PortfolioRequest): Promise<UserPortfolio> {
  const { db, tokens, initialScans, positions, positionWaitMs } = deps;
  const { owner, chains, kind = "protocol", protocolId } = question;
  const nftContracts = positions.listNftContracts();
  const read = await initialScans.afterInitialScan({ owner, chains }, () =>
    readPortfolio(db, { owner, chains, nftContracts }),
  );
  const survey = surveyChains(chains, read.syncStatuses);
  const budget = startBudget(positionWaitMs);
  try {
    const portfolios = survey.synced.map(async (synced): Promise<ChainPortfolio> => {
      const holdings = await listHoldings(tokens, synced, read);
      const found = await positions.list({ owner, synced, read, holdings, kind, protocolId, budget });
      const netUsd = found.owned.reduce((sum, one) => sum + one.netUsd, sumUsdValue(holdings));
      return { ...found, synced, holdings, netUsd };
    });
    return { survey, syncStatuses: read.syncStatuses, chains: await Promise.all(portfolios) };
  } finally {
    budget.stop();
  }
}

/** Missing protocols of all chains, sorted; a field of a response, absent if there are none. */
export function errProtocolIds(chains: readonly ChainPortfolio[]): { err_protocol_ids?: string[] } {
  const ids = chains.flatMap(({ missing }) => missing).toSorted();
  return ids.length === 0 ? {} : { err_protocol_ids: ids };
}
