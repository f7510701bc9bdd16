import { readHistory, readOwnerNfts, type HistoryQuery, type HistoryTransaction } from "@portico/store";
import type { Deps } from "../../deps.ts";
import { findPastBlocks, type PastBlocks } from "./findPastBlocks.ts";
import { pinStatuses } from "./openPast.ts";
import type { PastPoint } from "./pastPoint.ts";

type HistoryRead = Awaited<ReturnType<typeof readHistory>>;

export interface HistoryAt extends HistoryRead {
  /** The last transaction of the page that was read, which the next page follows. */
  readonly last: HistoryTransaction | undefined;
}

/** Reads a page of an owner's transactions until now, or a past point. @throws ServiceError as findPastBlocks. */
export async function readHistoryAt(
  deps: Pick<Deps, "chainRpcs" | "db">,
  query: HistoryQuery,
  point: PastPoint | undefined,
): Promise<HistoryAt> {
  const { db } = deps;
  if (point === undefined) {
    const read = await readHistory(db, query);
    return { ...read, last: read.transactions.at(-1) };
  }
  const { syncStatuses } = await readOwnerNfts(db, { owner: query.owner, chains: [] });
  const blocks = await findPastBlocks(deps, query.chains, syncStatuses, point);
  const { before = Number.POSITIVE_INFINITY } = query;
  const until = Math.max(0, ...[...blocks.values()].map(({ timeAt }) => timeAt + 1));
  const read = await readHistory(db, { ...query, before: Math.min(before, until) });
  return {
    ...read,
    syncStatuses: pinStatuses(read.syncStatuses, blocks),
    transactions: read.transactions.filter((transaction) => isUntil(blocks, transaction)),
    last: read.transactions.at(-1),
  };
}

/** Later blocks may have the same timestamp. */
const isUntil = (blocks: PastBlocks, { chain, blockNumber }: HistoryTransaction): boolean =>
  blockNumber <= (blocks.get(chain)?.blockNumber ?? -1n);
