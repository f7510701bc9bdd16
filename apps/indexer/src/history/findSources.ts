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

type SourceWork = Pick<SideWork, "chain" | "log" | "rpc" | "signal">;

/** Finds them by requests to the node, then to the APIs that the operator set. @throws if the node does not respond. */
export async function findSources(work: SourceWork, urls: HistoryUrls, head: bigint): Promise<HistorySources> {
  const { chain, rpc } = work;
  const reader = await createTransactionReader({ chain, rpc }, head);
  const calls = await findBestCallSource(work, urls, head);
  return { calls, nonce: createNonceSearch(rpc, chain), logs: createLogSearch(rpc), reader };
}

/** The best source of calls for every owner. */
export const findBestCallSource = async (
  { chain, rpc, log, signal }: SourceWork,
  urls: HistoryUrls,
  head: bigint,
): Promise<CallSource | undefined> =>
  (await findNodeCallSource(rpc, head)) ?? (await findExternalCallSource(urls, chain, { log, signal }));
