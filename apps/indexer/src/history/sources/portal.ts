import type { Address } from "@portico/evm";
import QuickLRU from "quick-lru";
import type { FoundTransaction } from "../callSource.ts";
import type { ExternalSource } from "./externalSource.ts";
import { BehindError, ExternalSourceError } from "./externalSourceError.ts";
import { createPortalClient } from "./portal/portalClient.ts";
import type { PortalClientOptions } from "./portal/portalClient.ts";

/** Blocks of an owner's first request. */
const FIRST_BLOCKS = 100_000n;
const MAX_BLOCKS = 100_000_000n;
/** A page with fewer transactions is followed by one of more blocks, one with more by one of fewer. */
const FEW = 100;
const MANY = 1_000;
/** Ranges that a page requests, of which all but the last were empty or too large. */
const MAX_RANGES = 24;
const MAX_OWNERS = 256;

/**
 * An SQD portal, which streams transactions, logs and traces by address in ascending order: a page is a range of blocks
 * that is read whole. Its size adapts to what the owner has in it. Its errors are ExternalSourceError and BehindError.
 */
export function createPortalSource(options: PortalClientOptions): ExternalSource {
  const { host, readHead, readRange } = createPortalClient(options);
  const sizes = new QuickLRU<Address, bigint>({ maxSize: MAX_OWNERS });
  let head = -1n;

  const readNewHead = async (signal: AbortSignal): Promise<bigint> => (head = await readHead(signal));
  return {
    name: "portal",
    hasInternal: true,
    host,
    readHead: readNewHead,
    async findPage(owner, toBlock, signal) {
      if (toBlock > head && toBlock > (await readNewHead(signal))) throw new BehindError(host, toBlock, head);
      let [fromBlock, size] = [toBlock + 1n, sizes.get(owner) ?? FIRST_BLOCKS];
      let transactions: FoundTransaction[] = [];
      for (let count = 0; count < MAX_RANGES && fromBlock > 0n && transactions.length === 0; count++) {
        const start = fromBlock > size ? fromBlock - size : 0n;
        const blocks = fromBlock - start;
        const range = { owner, fromBlock: start, toBlock: fromBlock - 1n };
        const found = await readRange(range, signal).catch((error: unknown) => {
          if (error instanceof ExternalSourceError && error.kind === "too_large" && blocks > 1n) return undefined;
          throw error;
        });
        if (found === undefined) {
          size = blocks / 4n || 1n;
          continue;
        }
        [fromBlock, transactions] = [start, found];
        size = adapt(size, found.length);
      }
      sizes.set(owner, size);
      if (fromBlock > toBlock) throw new ExternalSourceError("too_large", `${host} returns too much before ${toBlock}`);
      return { fromBlock, transactions: transactions.toReversed() };
    },
  };
}

function adapt(size: bigint, found: number): bigint {
  if (found > MANY) return size / 2n || 1n;
  const doubled = size * 2n;
  return found < FEW && doubled <= MAX_BLOCKS ? doubled : size;
}
