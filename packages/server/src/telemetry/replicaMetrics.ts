import { Counter, Gauge, type Registry } from "prom-client";

/** A replica that answers are read from. */
export interface ReplicaFigures {
  /** `host:port`. */
  readonly host: string;
  readonly isUsed: boolean;
  /** How far it was behind at the last check; undefined if unknown. */
  readonly lagMs: number | undefined;
  /** Since the start. */
  readonly reads: number;
}

/** Metrics of replicas, read at each scrape. */
export function showReplicas(
  registry: Registry,
  read: () => readonly ReplicaFigures[],
  readMissed: () => number,
): void {
  addGauge(registry, ["used", "Whether reads are sent to a replica: 1 or 0"], read, ({ isUsed }) => (isUsed ? 1 : 0));
  addGauge(
    registry,
    ["lag_seconds", "How far a replica is behind; none while it does not respond"],
    read,
    ({ lagMs }) => (lagMs === undefined ? undefined : lagMs / 1000),
  );
  const reads = new Counter({
    name: "portico_replica_reads_total",
    help: "Reads that a replica answered",
    labelNames: ["host"],
    registers: [],
    collect() {
      this.reset();
      for (const one of read()) this.inc({ host: one.host }, one.reads);
    },
  });
  registry.registerMetric(reads);
  const missed = new Counter({
    name: "portico_replica_missed_reads_total",
    help: "Reads that the primary answered, because no replica could",
    registers: [],
    collect() {
      this.reset();
      this.inc(readMissed());
    },
  });
  registry.registerMetric(missed);
}

function addGauge(
  registry: Registry,
  [name, help]: readonly [string, string],
  read: () => readonly ReplicaFigures[],
  figure: (replica: ReplicaFigures) => number | undefined,
): void {
  const gauge = new Gauge({
    name: `portico_replica_${name}`,
    help,
    labelNames: ["host"],
    registers: [],
    collect() {
      this.reset();
      for (const one of read()) {
        const value = figure(one);
        if (value !== undefined) this.set({ host: one.host }, value);
      }
    },
  });
  registry.registerMetric(gauge);
}
