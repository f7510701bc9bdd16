import { findCause, isLagging, isPruned, RpcCallError, type Rpc } from "@portico/evm";
import type { BlockRef } from "@portico/store";
import QuickLRU from "quick-lru";
import { numberToHex } from "viem";

/** A block of a node by its number; undefined if the node lacks it. @throws like `createRpc`. */
export async function readHeader(rpc: Rpc, blockNumber: bigint): Promise<BlockRef | undefined> {
  const raw = await rpc
    .send<RawHeader | null>({
      method: "eth_getBlockByNumber",
      params: [numberToHex(blockNumber), false],
      check: (answer) => void (answer !== null && parseHeader(answer, blockNumber)),
    })
    .catch((error: unknown) => {
      const refused = findCause(error, RpcCallError);
      if (refused !== undefined && (isPruned(refused) || isLagging(refused))) return null;
      throw error;
    });
  return raw === null ? undefined : parseHeader(raw, blockNumber);
}

interface RawHeader {
  readonly number?: unknown;
  readonly hash?: unknown;
  readonly timestamp?: unknown;
}

/** @throws TypeError if it isn't this block. */
function parseHeader({ number, hash, timestamp }: RawHeader, blockNumber: bigint): BlockRef {
  const isBlock = typeof hash === "string" && /^0x[0-9a-f]{64}$/i.test(hash) && BigInt(String(number)) === blockNumber;
  const timeAt = Number(timestamp);
  if (!isBlock || !Number.isSafeInteger(timeAt)) throw new TypeError(`A node returned no block ${blockNumber}`);
  return { blockNumber, hash: hash.toLowerCase() as `0x${string}`, timeAt };
}

const MAX_TIMES = 1_000;
/** A reorganization may replace them. */
const MAX_AGE_MS = 60_000;
const byTime = new WeakMap<Rpc, QuickLRU<number, BlockRef>>();

/**
 * A node's newest block at or before a time, by at most two requests for each halving of the range; cached for a minute.
 * @param low - A block at or before the time. @param high - A block after it.
 * @returns undefined if the node lacks a block between. @throws like `createRpc`.
 */
export async function findHeaderByTime(
  rpc: Rpc,
  timeAt: number,
  { low, high }: { low: BlockRef; high: Omit<BlockRef, "hash"> },
): Promise<BlockRef | undefined> {
  const cached = byTime.get(rpc) ?? new QuickLRU<number, BlockRef>({ maxSize: MAX_TIMES, maxAge: MAX_AGE_MS });
  byTime.set(rpc, cached);
  const known = cached.get(timeAt);
  if (known !== undefined) return known;
  for (let step = 0; high.blockNumber - low.blockNumber > 1n; step++) {
    const middle = step % 2 === 0 ? interpolate(low, high, timeAt) : (low.blockNumber + high.blockNumber) / 2n;
    const header = await readHeader(rpc, middle);
    if (header === undefined) return undefined;
    if (header.timeAt <= timeAt) low = header;
    else high = header;
  }
  cached.set(timeAt, low);
  return low;
}

type BlockPoint = Omit<BlockRef, "hash">;

/** The block of the time if the interval of blocks were constant; between both. */
function interpolate(low: BlockPoint, high: BlockPoint, timeAt: number): bigint {
  const blocks = high.blockNumber - low.blockNumber;
  const part = (timeAt - low.timeAt) / Math.max(1, high.timeAt - low.timeAt);
  const offset = BigInt(Math.floor(Number(blocks) * part));
  return low.blockNumber + (offset < 1n ? 1n : offset >= blocks ? blocks - 1n : offset);
}
