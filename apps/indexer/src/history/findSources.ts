import type { HistoryUrls } from "@portico/evm";
import type { SideWork } from "../sideWork.ts";
import type { CallSource } from "./callSource.ts";
import type { TransactionReader } from "./readTransactions.ts";
import { createTransactionReader } from "./readTransactions.ts";
import { findNodeCallSource } from "./sources/findCallSource.ts";
import { findExternalCallSource } from "./sources/findExternalSource.ts";
import { createLogSearch } from "./sources/logSearch.ts";
import type { LogSearch } from "./sources/logSearch.ts";
import { createNonceSearch } from "./sources/nonceSearch.ts";
import type { NonceSearch } from "./sources/nonceSearch.ts";

/** Where histories of a chain come from. */
export interface HistorySources {
  /** The best one for every owner; undefined: only `nonce`, for owners that it can search. */
  calls: CallSource | undefined;
  nonce: NonceSearch;
  logs: LogSearch;
  reader: TransactionReader;
}

/** Finds them by requests to the node, then to the APIs that the operator set. @throws if the node does not respond. */
export async function findSources(
  { chain, rpc, log, signal }: Pick<SideWork, "chain" | "log" | "rpc" | "signal">,
  urls: HistoryUrls,
  head: bigint,
): Promise<HistorySources> {
  const reader = await createTransactionReader({ chain, rpc }, head);
  const ofNode = await findNodeCallSource(rpc, head);
  const calls = ofNode ?? (await findExternalCallSource(urls, chain, { log, signal }));
  return { calls, nonce: createNonceSearch(rpc), logs: createLogSearch(rpc), reader };
}
