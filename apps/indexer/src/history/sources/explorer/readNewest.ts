import type { Address } from "@portico/evm";
import type { FoundTransaction } from "../../callSource.ts";
import { BehindError, ExternalSourceError } from "../externalSourceError.ts";
import type { ExplorerClient } from "./explorerClient.ts";
import { readRecords } from "./readRecords.ts";

/** The lists of an account. */
export const ACTIONS = ["txlist", "txlistinternal", "tokentx", "tokennfttx", "token1155tx"] as const;

export type Action = (typeof ACTIONS)[number];

/** All records of a list in blocks from `fromBlock` to `toBlock`, both inclusive. */
export interface RecordRange {
  fromBlock: bigint;
  toBlock: bigint;
  records: FoundTransaction[];
}

/** Records requested at once: the page of the smallest plan of Etherscan. Others return fewer. */
const PAGE_RECORDS = 1_000;
/** page × offset, beyond which explorers refuse, or repeat. */
const MAX_WINDOW = 10_000;
const MAX_PAGES = 100;

export interface NewestQuery {
  action: Action;
  owner: Address;
  toBlock: bigint;
  signal: AbortSignal;
}

/** Reads lists by pages whose size is learned: an explorer that has returned `n` records at once has pages of `n`. */
export interface ListReader {
  /**
   * The newest records at or before a block, in whole blocks. A page that may have been cut ends in the middle of its
   * oldest block, which is left out; only if it has a single block further pages are read.
   * @throws ExternalSourceError, BehindError, or the signal's reason.
   */
  readNewest(this: void, query: NewestQuery): Promise<RecordRange>;
}

export function createListReader({ host, get }: ExplorerClient): ListReader {
  const largest = new Map<Action, number>();

  const readPage = async (query: NewestQuery, page: number, offset: number): Promise<FoundTransaction[]> => {
    const { action, owner, toBlock, signal } = query;
    const paging = { page: String(page), offset: String(offset), sort: "desc" };
    const params = { action, address: owner, startblock: "0", endblock: String(toBlock), ...paging };
    const { result, isIncomplete } = await get("account", params, signal);
    if (isIncomplete) throw new BehindError(host, toBlock, undefined);
    return readRecords(host, result, toBlock);
  };

  return {
    async readNewest(query) {
      const { action, toBlock } = query;
      const records = await readPage(query, 1, PAGE_RECORDS);
      const count = records.length;
      const known = largest.get(action) ?? 0;
      largest.set(action, Math.max(known, count));
      if (count === 0 || count < Math.min(known, PAGE_RECORDS)) return { fromBlock: 0n, toBlock, records };
      for (let page = 2; ; page++) {
        const range = cutOldestBlock(host, records);
        if (range !== undefined) return { ...range, toBlock };
        if (page > MAX_PAGES || page * count > MAX_WINDOW) throw unreadable(host, records);
        const next = await readPage(query, page, count);
        records.push(...next);
        if (next.length < count) return { fromBlock: 0n, toBlock, records };
      }
    },
  };
}

/** Without the records of the oldest block; undefined: they are all in one block. @throws ExternalSourceError. */
function cutOldestBlock(host: string, records: readonly FoundTransaction[]): Omit<RecordRange, "toBlock"> | undefined {
  if (records.some(({ blockNumber }, at) => at > 0 && blockNumber > records[at - 1]!.blockNumber)) {
    throw new ExternalSourceError("invalid", `${host} returned a page that is not sorted by block`);
  }
  const oldest = records.at(-1)!.blockNumber;
  if (oldest === records[0]!.blockNumber) return undefined;
  return { fromBlock: oldest + 1n, records: records.filter(({ blockNumber }) => blockNumber > oldest) };
}

const unreadable = (host: string, [first]: readonly FoundTransaction[]): ExternalSourceError =>
  new ExternalSourceError("too_large", `${host} returned too many records in block ${first!.blockNumber}`);
