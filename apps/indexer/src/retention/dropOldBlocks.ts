import { dropBlocks } from "@portico/store";
import { runRounds } from "../runRounds.ts";
import type { SideWork } from "../sideWork.ts";

export interface DropOldBlocksJob extends Pick<SideWork, "chain" | "db" | "log" | "signal"> {
  /** Days before the first kept block whose prices are kept. */
  priceDays: number;
  /** Blocks kept beyond the setting; default: those that a reorganisation may replace. */
  margin?: bigint;
  /** Time between looks for blocks to drop. */
  pauseMs?: number;
  /** Called after each transaction that dropped some. */
  onDropped?: ((chain: string, blocks: bigint) => void) | undefined;
}

const PAUSE_MS = 30_000;

/**
 * Drops blocks beyond those that the chain's state says to keep, in a side job until the signal aborts. Failures are
 * logged and retried.
 */
export async function dropOldBlocks({
  db,
  chain,
  log,
  signal,
  priceDays,
  margin,
  pauseMs,
  onDropped,
}: DropOldBlocksJob): Promise<void> {
  const onError = (error: unknown): void => log.warn({ err: error }, "dropping old blocks failed; retrying");
  const options = { priceDays, ...(margin === undefined ? {} : { margin }) };
  let count = 0n;
  await runRounds({ signal, pauseMs: pauseMs ?? PAUSE_MS, onError }, async () => {
    const dropped = await dropBlocks(db, chain.slug, options);
    if (dropped === undefined) return "rest";
    onDropped?.(chain.slug, dropped.count);
    count += dropped.count;
    if (!dropped.isLast) return "more";
    log.info({ blocks: count, startBlock: dropped.startBlock }, "dropped the oldest blocks");
    count = 0n;
    return "rest";
  });
}
