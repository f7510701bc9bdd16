import type { Address } from "@portico/evm";
import QuickLRU from "quick-lru";
import type { Logger } from "pino";
import type { FoundTransaction, TransactionPage } from "../callSource.ts";
import { createAccountLists } from "./explorer/accountLists.ts";
import { createExplorerClient } from "./explorer/explorerClient.ts";
import type { ExplorerClientOptions } from "./explorer/explorerClient.ts";
import { ACTIONS } from "./explorer/readNewest.ts";
import type { Action, RecordRange } from "./explorer/readNewest.ts";
import { readExplorerHead } from "./explorer/readExplorerHead.ts";
import type { ExternalSource } from "./externalSource.ts";
import { BehindError } from "./externalSourceError.ts";

export interface ExplorerSourceOptions extends ExplorerClientOptions {
  log?: Pick<Logger, "warn"> | undefined;
}

/** Owners whose lists are cached: the next page then requests only what it lacks. */
const MAX_OWNERS = 16;
const CACHED_MS = 600_000;

/**
 * An Etherscan-compatible API: Etherscan V2, Blockscout, Routescan. A page covers the blocks of which each of the
 * owner's five lists is whole. A list that the explorer doesn't have, or has only with old gaps, is logged once and left
 * out; `txlist` is required.
 * Its errors are ExternalSourceError and BehindError.
 */
export function createExplorerSource(options: ExplorerSourceOptions): ExternalSource {
  const client = createExplorerClient(options);
  const { host } = client;
  const lists = createAccountLists(client, options.log);
  const cache = new QuickLRU<Address, Map<Action, RecordRange>>({ maxSize: MAX_OWNERS, maxAge: CACHED_MS });
  let head = -1n;

  const readHead = async (signal: AbortSignal): Promise<bigint> => (head = await readExplorerHead(client, signal));
  return {
    name: "explorer",
    host,
    readHead,
    get hasInternal() {
      return lists.has("txlistinternal");
    },
    async findPage(owner, toBlock, signal) {
      if (toBlock > head && toBlock > (await readHead(signal))) throw new BehindError(host, toBlock, head);
      const cached = cache.get(owner) ?? new Map<Action, RecordRange>();
      cache.set(owner, cached);
      const ranges = new Map<Action, RecordRange>();
      for (const action of ACTIONS) {
        const known = cached.get(action);
        const range = isWithin(known, toBlock) ? known : await lists.read({ action, owner, toBlock, signal });
        if (range === undefined) continue;
        cached.set(action, range);
        ranges.set(action, range);
      }
      return joinLists(ranges, toBlock);
    },
  };
}

const isWithin = (range: RecordRange | undefined, block: bigint): range is RecordRange =>
  range !== undefined && range.fromBlock <= block && block <= range.toBlock;

/** The newest blocks that every list covers. Each range contains `toBlock`. */
function joinLists(ranges: ReadonlyMap<Action, RecordRange>, toBlock: bigint): TransactionPage {
  const lists = [...ranges.values()];
  const fromBlock = lists.reduce((latest, range) => (range.fromBlock > latest ? range.fromBlock : latest), 0n);
  const paid = ranges.get("txlistinternal")?.records.map(({ hash }) => hash);
  const payments = paid && new Set(paid);
  const byHash = new Map<string, FoundTransaction>();
  for (const record of lists.flatMap(({ records }) => records)) {
    if (record.blockNumber < fromBlock || record.blockNumber > toBlock) continue;
    byHash.set(record.hash, { ...record, isPaid: payments?.has(record.hash) });
  }
  const transactions = [...byHash.values()].toSorted((one, other) => Number(other.blockNumber - one.blockNumber));
  return { fromBlock, transactions };
}
