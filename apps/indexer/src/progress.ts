import type { BlockRef } from "@portico/store";

/** Where the work on a chain stands. */
export interface ChainProgress {
  chain: string;
  phase: "balances" | "head" | "logs";
  /** The last block whose logs are stored. */
  blockNumber: bigint;
  headBlock: bigint;
  /** Of the phase "logs": blocks; of "balances": balances read. */
  perSecond: number;
  transfersPerSecond: number;
  /** Only in phase "logs". */
  etaSeconds: number | undefined;
}

export interface ProgressMeter {
  /** A round begins at this head. */
  begin(cursor: bigint, head: BlockRef): void;
  advanceLogs(cursor: BlockRef, range: { blocks: readonly unknown[]; legs: readonly unknown[] }): void;
  advanceBalances(count: number): void;
  reachHead(): void;
}

/** Rates are those of the last ten seconds or so. */
const WINDOW_MS = 10_000;

export function createProgressMeter(
  chain: string,
  onProgress: (progress: ChainProgress) => void,
  now: () => number = () => performance.now(),
): ProgressMeter {
  let [blockNumber, headBlock] = [0n, 0n];
  const [blocks, legs, balances] = [createRate(now), createRate(now), createRate(now)];
  const report = (phase: ChainProgress["phase"], perSecond: number, etaSeconds?: number): void => {
    onProgress({ chain, phase, blockNumber, headBlock, perSecond, transfersPerSecond: legs.get() / 2, etaSeconds });
  };
  return {
    begin(cursor, head) {
      [blockNumber, headBlock] = [cursor, head.blockNumber];
    },
    advanceLogs(cursor, range) {
      blockNumber = cursor.blockNumber;
      blocks.add(range.blocks.length);
      legs.add(range.legs.length);
      const rate = blocks.get();
      report("logs", rate, rate > 0 ? Number(headBlock - blockNumber) / rate : undefined);
    },
    advanceBalances(count) {
      balances.add(count);
      report("balances", balances.get());
    },
    reachHead: () => report("head", 0),
  };
}

function createRate(now: () => number) {
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
