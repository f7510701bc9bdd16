import type { ChainProgress } from "./progress.ts";

/** A short description of a chain's progress. */
export function formatProgress(progress: ChainProgress): string {
  const { chain, phase, lastError } = progress;
  if (phase === "waiting") return `${chain} is indexed by another process`;
  if (phase === "failed") return `${chain} ✗ ${lastError ?? "failed"}; retrying`;
  if (phase === "balances") return `${chain} reads balances, ${formatCount(progress.balancesPerSecond)}/s`;
  if (phase === "head") return `${chain} ${progress.headBlock} ✓${formatLag(progress)}`;
  const speed = `${formatCount(progress.blocksPerSecond)} blocks/s, ${formatCount(progress.transfersPerSecond)} transfers/s`;
  return `${chain} ${progress.blockNumber}/${progress.headBlock}, ${speed}, ${formatEta(progress.etaSeconds)}${formatLag(progress)}`;
}

/** How far the stored blocks are behind the chain's head, by the head's time instead of the clock. */
export function measureLag({ blockNumber, blockTime, headBlock, headTime }: ChainProgress) {
  return {
    blocks: blockNumber === undefined || headBlock === undefined ? undefined : max(0, Number(headBlock - blockNumber)),
    seconds: blockTime === undefined || headTime === undefined ? undefined : max(0, headTime - blockTime),
  };
}

const max = (a: number, b: number): number => (a > b ? a : b);

function formatLag(progress: ChainProgress): string {
  const { seconds = 0 } = measureLag(progress);
  return seconds === 0 ? "" : `, ${formatSeconds(seconds)} behind`;
}

const formatCount = (count: number): string => (count < 10 ? count.toFixed(1) : Math.round(count).toLocaleString("en"));

const formatEta = (seconds: number | undefined): string =>
  seconds === undefined ? "…" : `${formatSeconds(seconds)} left`;

function formatSeconds(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${(seconds / 3600).toFixed(1)} h` : `${Math.round(seconds / 86_400)} days`;
}

/** Keeps one terminal line per chain up to date, in place. */
export function createProgressLines(out: { write(text: string): unknown; columns?: number }) {
  const latest = new Map<string, string>();
  let height = 0;
  return (progress: ChainProgress): void => {
    latest.set(progress.chain, formatProgress(progress));
    const width = out.columns === undefined || out.columns === 0 ? 80 : out.columns; // 0: unknown width
    const lines = [...latest.values()].map((line) => `\r\u001B[2K${line.slice(0, width - 1)}`);
    const up = height > 1 ? `\u001B[${height - 1}A` : "";
    out.write(up + lines.join("\n"));
    height = lines.length;
  };
}

/** Logs each chain's progress periodically, and every change of phase. */
export function createProgressLog(log: { info(fields: object, message: string): void }, everyMs = 10_000) {
  const last = new Map<string, { phase: string; at: number }>();
  return (progress: ChainProgress): void => {
    const before = last.get(progress.chain);
    const at = performance.now();
    const isQuiet = progress.phase === "head" || progress.phase === "waiting";
    if (before?.phase === progress.phase && (isQuiet || at - before.at < everyMs)) return;
    last.set(progress.chain, { phase: progress.phase, at });
    log.info({ ...progress }, formatProgress(progress));
  };
}
