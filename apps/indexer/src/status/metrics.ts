import { createRpcCounter, type CountRpc } from "@portico/server/metrics";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ChainProgress, ProgressMeter } from "./progress.ts";
import { measureLag } from "./terminal.ts";

const PHASES: ChainProgress["phase"][] = ["backfill", "balances", "failed", "head", "waiting"];

/** Prometheus metrics of the work on chains. Labels hold chains, phases, hosts and methods: never a URL or a key. */
export interface Metrics {
  registry: Registry;
  /** Updates the gauges. */
  show(this: void, progress: ChainProgress): void;
  /** Counts the work on a chain. */
  createMeter(chain: string, wallClock?: () => number): ProgressMeter;
  countRpc: CountRpc;
  countDropped(this: void, chain: string, blocks: bigint): void;
}

export function createMetrics({ withProcess = true } = {}): Metrics {
  const registry = new Registry();
  if (withProcess) collectDefaultMetrics({ register: registry });
  const show = createGauges(registry);
  const counters = createCounters(registry);
  return {
    registry,
    show,
    createMeter: (chain, wallClock = () => Date.now()) => createCountingMeter(chain, counters, wallClock),
    countRpc: createRpcCounter(registry),
    countDropped: (chain, blocks) => counters.dropped.inc({ chain }, Number(blocks)),
  };
}

function createGauges(registry: Registry): Metrics["show"] {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `portico_chain_${name}`, help, labelNames: ["chain"], registers: [registry] });
  const gauges = {
    block: gauge("block", "The newest stored block"),
    head: gauge("head_block", "The newest block of the chain, as last read"),
    lagBlocks: gauge("lag_blocks", "Blocks between the newest stored block and the head"),
    lagSeconds: gauge("lag_seconds", "Seconds between the timestamps of the newest stored block and the head"),
    hasReceipts: gauge("has_receipts", "1: the RPC returns receipts"),
    hasTraces: gauge("has_traces", "1: the RPC returns traces"),
  };
  const phases = new Gauge({
    name: "portico_chain_phase",
    help: "1: the phase of this process on the chain; waiting: another process indexes it",
    labelNames: ["chain", "phase"],
    registers: [registry],
  });
  return (progress) => {
    const { chain, phase: current } = progress;
    const lag = measureLag(progress);
    const set = (one: Gauge<"chain">, value: bigint | number | boolean | undefined): void =>
      value === undefined ? one.remove(chain) : one.set({ chain }, Number(value));
    set(gauges.block, progress.blockNumber);
    set(gauges.head, progress.headBlock);
    set(gauges.lagBlocks, lag.blocks);
    set(gauges.lagSeconds, lag.seconds);
    set(gauges.hasReceipts, progress.hasReceipts);
    set(gauges.hasTraces, progress.hasTraces);
    for (const phase of PHASES) phases.set({ chain, phase }, phase === current ? 1 : 0);
  };
}

type Counters = ReturnType<typeof createCounters>;

function createCounters(registry: Registry) {
  const common = { labelNames: ["chain"] as const, registers: [registry] };
  const counter = (name: string, help: string) => new Counter({ name: `portico_${name}_total`, help, ...common });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: `portico_${name}`, help, buckets, ...common });
  return {
    blocks: counter("blocks", "Blocks stored"),
    dropped: counter("blocks_dropped", "Blocks deleted because newer ones are kept"),
    transactions: counter("transactions", "Transactions stored"),
    transfers: counter("transfers", "Transfers of coins, tokens and NFTs stored"),
    balances: counter("balances_read", "Values read by calls at the head: balances, allowances, owners of NFTs"),
    reorgs: counter("reorgs", "Number of reorgs"),
    failures: counter("failures", "Number of times that indexing a chain failed"),
    depth: histogram("reorg_depth_blocks", "Number of blocks replaced by a reorg", [1, 2, 4, 8, 16, 32, 64, 128, 256]),
    latency: histogram(
      "head_latency_seconds",
      "From the timestamp of a new block until it is visible in responses",
      [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128],
    ),
    write: histogram(
      "write_seconds",
      "Duration of a write transaction",
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    ),
  };
}

function createCountingMeter(chain: string, counters: Counters, wallClock: () => number): ProgressMeter {
  let head: { blockNumber: bigint; timeAt: number } | undefined;
  counters.failures.inc({ chain }, 0); // Prometheus counts increases from a value, not from nothing
  let shown: bigint | undefined; // the head as of the last round that reached one; before that, no block can be late
  return {
    noteCoverage: () => undefined,
    begin: (_, { blockNumber, timeAt }) => (head = { blockNumber, timeAt }),
    advanceLogs(_, range) {
      counters.blocks.inc({ chain }, range.blocks.length);
      counters.transactions.inc({ chain }, range.transactions.count);
      counters.transfers.inc({ chain }, range.transferCount);
    },
    advanceBalances: (count) => counters.balances.inc({ chain }, count),
    setAtHead() {
      if (head === undefined) return;
      const isNew = shown !== undefined && head.blockNumber > shown;
      if (isNew) counters.latency.observe({ chain }, Math.max(0, wallClock() / 1000 - head.timeAt));
      shown = head.blockNumber;
    },
    noteReorg(depth) {
      counters.reorgs.inc({ chain });
      counters.depth.observe({ chain }, depth);
    },
    noteWrite: (ms) => counters.write.observe({ chain }, ms / 1000),
    fail: () => counters.failures.inc({ chain }),
    wait: () => (shown = undefined),
  };
}

/** One meter that forwards to several. */
export const combineMeters = (meters: readonly ProgressMeter[]): ProgressMeter => ({
  noteCoverage: (coverage) => meters.forEach((meter) => meter.noteCoverage(coverage)),
  begin: (cursor, head) => meters.forEach((meter) => meter.begin(cursor, head)),
  advanceLogs: (cursor, range) => meters.forEach((meter) => meter.advanceLogs(cursor, range)),
  advanceBalances: (count) => meters.forEach((meter) => meter.advanceBalances(count)),
  setAtHead: () => meters.forEach((meter) => meter.setAtHead()),
  noteReorg: (depth) => meters.forEach((meter) => meter.noteReorg(depth)),
  noteWrite: (ms) => meters.forEach((meter) => meter.noteWrite(ms)),
  fail: (error) => meters.forEach((meter) => meter.fail(error)),
  wait: () => meters.forEach((meter) => meter.wait()),
});
