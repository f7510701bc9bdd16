import type { ChainProgress } from "./progress.ts";

/** Says in a few words where a chain stands. */
export function formatProgress({ chain, phase, blockNumber, headBlock, ...rates }: ChainProgress): string {
  if (phase === "head") return `${chain} ${headBlock} ✓`;
  if (phase === "balances") return `${chain} reads balances, ${formatCount(rates.perSecond)}/s`;
  const speed = `${formatCount(rates.perSecond)} blocks/s, ${formatCount(rates.transfersPerSecond)} transfers/s`;
  return `${chain} ${blockNumber}/${headBlock}, ${speed}, ${formatEta(rates.etaSeconds)}`;
}

const formatCount = (count: number): string => (count < 10 ? count.toFixed(1) : Math.round(count).toLocaleString("en"));

function formatEta(seconds: number | undefined): string {
  if (seconds === undefined) return "…";
  if (seconds < 90) return `${Math.ceil(seconds)} s left`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min left`;
  return `${(seconds / 3600).toFixed(1)} h left`;
}

/** Keeps one line of a terminal up to date with all chains. */
export function createProgressLine(out: { write(text: string): unknown; columns?: number }) {
  const latest = new Map<string, string>();
  return (progress: ChainProgress): void => {
    latest.set(progress.chain, formatProgress(progress));
    const width = out.columns === undefined || out.columns === 0 ? 80 : out.columns; // 0: a terminal that does not say
    const line = [...latest.values()].join("  |  ").slice(0, width - 1);
    out.write(`\r\u001B[2K${line}`);
  };
}

/** Logs each chain's progress now and then, and every change of what it is doing. */
export function createProgressLog(log: { info(fields: object, message: string): void }, everyMs = 10_000) {
  const last = new Map<string, { phase: string; at: number }>();
  return (progress: ChainProgress): void => {
    const before = last.get(progress.chain);
    const at = performance.now();
    const isRepeated = before?.phase === progress.phase && (progress.phase === "head" || at - before.at < everyMs);
    if (isRepeated) return;
    last.set(progress.chain, { phase: progress.phase, at });
    log.info({ ...progress }, formatProgress(progress));
  };
}
