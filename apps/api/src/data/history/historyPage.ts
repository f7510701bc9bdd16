import type { HistoryItem, UserHistory } from "@portico/contract";
import type { Address } from "@portico/evm";
import { readHistory, type HistoryTransaction } from "@portico/store";
import type { Deps } from "../../deps.ts";
import type { ChainSurvey } from "../chains/chainSurvey.ts";
import { parsePastPoint } from "../past/pastPoint.ts";
import { readHistoryAt } from "../past/readHistoryAt.ts";
import { readCounterparts } from "./bridges/readCounterparts.ts";
import { writeCursor } from "./cursor.ts";
import { listDictionaries } from "./dictionaries.ts";
import { historyItem } from "./historyItem.ts";
import { listLeftOut, readHistoryQuery, surveyHistory, type HistoryParameters } from "./historyQuery.ts";
import { readPageMetadata } from "./pageMetadata.ts";

export interface HistoryPage {
  readonly survey: ChainSurvey;
  readonly history: UserHistory;
}

type HistoryDeps = Pick<Deps, "accountCodes" | "contractNames" | "db" | "knowledge" | "protocols" | "tokens">;

/** A page of an owner's transactions, for both history operations. */
export async function readHistoryPage(
  deps: HistoryDeps & Pick<Deps, "chainRpcs">,
  parameters: HistoryParameters,
): Promise<HistoryPage> {
  const query = readHistoryQuery(parameters);
  const point = parsePastPoint(parameters, query.chains);
  const { syncStatuses, transactions, hasMore, last } = await readHistoryAt(deps, query, point);
  const survey = surveyHistory(parameters, query, syncStatuses);
  const { items, metadata } = await describeItems(deps, query.owner, transactions);
  const history = {
    ...listDictionaries(transactions, items, metadata),
    history_list: items,
    cex_dict: {},
    next_cursor: hasMore && last ? writeCursor(last, listLeftOut(survey)) : null,
  };
  return { survey, history };
}

/** A mined transaction in its sender's history; undefined while the chain has none, in its first sync. */
export async function findItem(
  deps: HistoryDeps,
  owner: Address,
  { chain, hash, timeAt }: Pick<HistoryTransaction, "chain" | "hash" | "timeAt">,
): Promise<HistoryItem | undefined> {
  const { transactions } = await readHistory(deps.db, { owner, chains: [chain], count: 1, before: timeAt + 1 });
  const own = transactions.filter((transaction) => transaction.hash === hash);
  return (await describeItems(deps, owner, own)).items[0];
}

async function describeItems(deps: HistoryDeps, owner: Address, transactions: readonly HistoryTransaction[]) {
  const [metadata, bridgeOf] = await Promise.all([
    readPageMetadata(deps, owner, transactions),
    readCounterparts(deps, owner, transactions),
  ]);
  return {
    metadata,
    items: transactions.map((transaction) => historyItem(owner, transaction, metadata, bridgeOf(transaction))),
  };
}
