import type { UserHistory } from "@portico/contract";
import { readHistory } from "@portico/store";
import type { Deps } from "../../deps.ts";
import type { ChainSurvey } from "../chains/chainSurvey.ts";
import { writeCursor } from "./cursor.ts";
import { listDictionaries } from "./dictionaries.ts";
import { historyItem } from "./historyItem.ts";
import { readHistoryQuery, surveyHistory, type HistoryParameters } from "./historyQuery.ts";
import { readPageMetadata } from "./pageMetadata.ts";

export interface HistoryPage {
  readonly survey: ChainSurvey;
  readonly history: UserHistory;
}

/** A page of an owner's transactions, for both history operations. */
export async function readHistoryPage(
  deps: Pick<Deps, "db" | "knowledge" | "protocols" | "tokens">,
  parameters: HistoryParameters,
): Promise<HistoryPage> {
  const query = readHistoryQuery(parameters);
  const { syncStatuses, transactions, hasMore } = await readHistory(deps.db, query);
  const survey = surveyHistory(parameters, query, syncStatuses);
  const metadata = await readPageMetadata(deps, query.owner, transactions);
  const items = transactions.map((transaction) => historyItem(query.owner, transaction, metadata));
  const last = transactions.at(-1);
  const history = {
    ...listDictionaries(transactions, items, metadata),
    history_list: items,
    cex_dict: {},
    next_cursor: hasMore && last ? writeCursor(last) : null,
  };
  return { survey, history };
}
