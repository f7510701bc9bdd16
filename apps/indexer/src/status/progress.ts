import type { BlockRef } from "@portico/store";

/** Progress of the work on a chain. */
export interface ChainProgress {
  chain: string;
  /** "waiting": another process works on the chain. */
  phase: "backfill" | "balances" | "failed" | "head" | "waiting";
  /** The last block whose logs are stored, and its time (unix seconds); undefined while unknown. */
  blockNumber: bigint | undefined;
  blockTime: number | undefined;
  headBlock: bigint | undefined;
  headTime: number | undefined;
  /** Rates of about the last ten seconds. */
  blocksPerSecond: number;
  transfersPerSecond: number;
  balancesPerSecond: number;
  /** Only in the backfill. */
  etaSeconds: number | undefined;
  hasReceipts: boolean | undefined;
  hasTraces: boolean | undefined;
  /** Without secrets. */
  lastError: string | undefined;
  lastErrorAt: Date | undefined;
}

/** Counted contents of a range of blocks. */
export interface CountedRange {
  blocks: readonly unknown[];
  transactions: { count: number };
  transferCount: number;
}

/** Receives progress of the work on a chain. */
export interface ProgressMeter {
  /** Capabilities of the RPC. */
  noteCoverage(coverage: { receipts: boolean; traces: boolean }): void;
  /** A round begins at this head. */
  begin(cursor: bigint, head: BlockRef): void;
  /** A range is stored. */
  advanceLogs(cursor: BlockRef, range: CountedRange): void;
  advanceBalances(count: number): void;
  /** All is stored and true at the head of the round. */
  setAtHead(): void;
  /** This many blocks were replaced. */
  noteReorg(depth: number): void;
  /** Duration of a writing transaction. */
  noteWrite(ms: number): void;
  /** The work failed and will be retried. */
  fail(error: string): void;
  /** Another process holds the chain. */
  wait(): void;
}

const WINDOW_MS = 10_000;

export interface ProgressClock {
  /** ms. */
  now(this: void): number;
  date(this: void): Date;
}

const CLOCK: ProgressClock = { now: () => performance.now(), date: () => new Date() };

export function createProgressMeter(
  chain: string,
  onProgress: (progress: ChainProgress) => void,
  clock: ProgressClock = CLOCK,
): ProgressMeter {
  let progress = startProgress(chain);
  const [blocks, transfers, balances] = [createRate(clock), createRate(clock), createRate(clock)];
  const report = (change: Partial<ChainProgress>): void => {
    const rates = { blocksPerSecond: blocks.get(), transfersPerSecond: transfers.get() };
    progress = { ...progress, etaSeconds: undefined, ...rates, balancesPerSecond: balances.get(), ...change };
    onProgress(progress);
  };
  return {
    noteCoverage({ receipts, traces }) {
      progress = { ...progress, hasReceipts: receipts, hasTraces: traces };
    },
    begin(cursor, { blockNumber: headBlock, timeAt: headTime }) {
      const blockTime = cursor === progress.blockNumber ? progress.blockTime : undefined;
      progress = { ...progress, blockNumber: cursor, blockTime, headBlock, headTime };
    },
    advanceLogs({ blockNumber, timeAt: blockTime }, range) {
      blocks.add(range.blocks.length);
      transfers.add(range.transferCount);
      const left = Number((progress.headBlock ?? blockNumber) - blockNumber);
      const rate = blocks.get();
      // At the head a round is one transaction, which setAtHead reports.
      const phase = progress.phase === "head" && left === 0 ? "head" : "backfill";
      const etaSeconds = phase === "backfill" && rate > 0 ? left / rate : undefined;
      report({ phase, blockNumber, blockTime, etaSeconds });
    },
    advanceBalances(count) {
      balances.add(count);
      if (progress.phase !== "head") report({ phase: "balances" });
    },
    setAtHead: () => report({ phase: "head", blockNumber: progress.headBlock, blockTime: progress.headTime }),
    noteReorg: () => undefined,
    noteWrite: () => undefined,
    fail: (lastError) => report({ phase: "failed", lastError, lastErrorAt: clock.date() }),
    wait() {
      const { lastError, lastErrorAt } = progress;
      progress = { ...startProgress(chain), lastError, lastErrorAt };
      report({});
    },
  };
}

const startProgress = (chain: string): ChainProgress => ({
  chain,
  phase: "waiting",
  blockNumber: undefined,
  blockTime: undefined,
  headBlock: undefined,
  headTime: undefined,
  blocksPerSecond: 0,
  transfersPerSecond: 0,
  balancesPerSecond: 0,
  etaSeconds: undefined,
  hasReceipts: undefined,
  hasTraces: undefined,
  lastError: undefined,
  lastErrorAt: undefined,
});

function createRate({ now }: ProgressClock) {
  let points: { at: number; count: number }[] = [{ at: now(), count: 0 }];
  return {
    add(count: number): void {
      points.push({ at: now(), count });
      while (points.length > 2 && points[1]!.at < now() - WINDOW_MS) points = points.slice(1);
    },
    get(): number {
      const seconds = (now() - points[0]!.at) / 1000;
      return seconds > 0 ? points.slice(1).reduce((sum, { count }) => sum + count, 0) / seconds : 0;
    },
  };
}
