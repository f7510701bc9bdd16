import type { Logger } from "pino";
import { BehindError, ExternalSourceError } from "../externalSourceError.ts";
import type { ExplorerClient } from "./explorerClient.ts";
import { createListReader } from "./readNewest.ts";
import type { Action, NewestQuery, RecordRange } from "./readNewest.ts";

/** The lists of an account that an explorer has. */
export interface AccountLists {
  has(this: void, action: Action): boolean;
  /** @returns undefined for a list that is left out. @throws as `readNewest`. */
  read(this: void, query: NewestQuery): Promise<RecordRange | undefined>;
}

/** Blocks whose internal transactions may be indexed later than the blocks. */
const RECENT_BLOCKS = 10_000n;

/** A list that the explorer doesn't have, or has only with old gaps, is left out from then on; `txlist` is required. */
export function createAccountLists(client: ExplorerClient, log: Pick<Logger, "warn"> | undefined): AccountLists {
  const { host } = client;
  const { readNewest } = createListReader(client);
  const missing = new Set<Action>();

  /** @throws BehindError if only recent blocks are not indexed. */
  const hasOldGaps = async ({ toBlock, ...query }: NewestQuery): Promise<boolean> => {
    const oldBlock = toBlock - RECENT_BLOCKS;
    if (oldBlock < 0n) return false;
    try {
      await readNewest({ ...query, toBlock: oldBlock });
    } catch (error) {
      if (error instanceof BehindError) return true;
      throw error;
    }
    throw new BehindError(host, toBlock, oldBlock);
  };
  const isLeftOut = async (query: NewestQuery, error: unknown): Promise<boolean> => {
    if (query.action === "txlist") return false;
    if (error instanceof BehindError) return hasOldGaps(query);
    return error instanceof ExternalSourceError && error.kind === "unsupported";
  };
  return {
    has: (action) => !missing.has(action),
    async read(query) {
      const { action } = query;
      if (missing.has(action)) return undefined;
      try {
        return await readNewest(query);
      } catch (error) {
        if (!(await isLeftOut(query, error))) throw error;
        if (!missing.has(action)) {
          log?.warn({ host, action }, "the explorer does not have all of this list; its other lists are read");
        }
        missing.add(action);
        return undefined;
      }
    },
  };
}
