import type { ServerResponse } from "node:http";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { requestContextOf } from "./requestContext.ts";
import { showReplicas, type ReplicaFigures } from "./replicaMetrics.ts";
import { createRpcCounter, type CountRpc } from "./rpcCounter.ts";

/** Statistics of the database pool. */
export interface PoolFigures {
  readonly open: number;
  readonly idle: number;
  /** Queries waiting for a connection. */
  readonly waiting: number;
  readonly max: number;
}

/** Statistics of the response cache. */
export interface CacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly answers: number;
  readonly bytes: number;
}

const EVENT_OUTCOMES = ["delivered", "failed", "given_up"] as const;

/** Of an attempt to deliver an event to a webhook; `given_up` after the last one. */
export type EventOutcome = (typeof EVENT_OUTCOMES)[number];

/**
 * Prometheus metrics of a service. Labels hold operations, routes, error codes, chains, hosts and methods: never a key,
 * an address, an account or anything else that a client chooses.
 */
export interface ServiceMetrics {
  readonly registry: Registry;
  readonly begin: () => void;
  /** Called once for each `begin`, when the response is sent or the client is gone. */
  readonly end: (res: ServerResponse, durationMs: number) => void;
  /** @param units - Negative: refunded. */
  readonly countUnits: (operation: string, units: number) => void;
  readonly countRpc: CountRpc;
  /** @param read - Called at each scrape. */
  readonly showPool: (read: () => PoolFigures) => void;
  readonly observeCache: (read: () => CacheFigures) => void;
  readonly countEventDelivery: (outcome: EventOutcome) => void;
  /** @param read - Called at each scrape. */
  readonly showEventStreams: (read: () => number) => void;
  /** @param missed - Reads that the primary answered instead. */
  readonly showReplicas: (read: () => readonly ReplicaFigures[], missed: () => number) => void;
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createServiceMetrics({ withProcess = true } = {}): ServiceMetrics {
  const registry = new Registry();
  if (withProcess) collectDefaultMetrics({ register: registry });
  return {
    registry,
    ...createRequestMetrics(registry),
    countUnits: createUnitCounter(registry),
    countRpc: createRpcCounter(registry),
    showPool: (read) => showPool(registry, read),
    observeCache: (read) => observeCache(registry, read),
    countEventDelivery: createEventCounter(registry),
    showEventStreams: (read) => addGauge(registry, "event_streams", "Open streams of events", read),
    showReplicas: (read, missed) => showReplicas(registry, read, missed),
  };
}

function createRequestMetrics(registry: Registry): Pick<ServiceMetrics, "begin" | "end"> {
  let open = 0;
  addGauge(registry, "requests_in_flight", "Requests in progress", () => open);
  const durations = new Histogram({
    name: "portico_request_seconds",
    help: "Duration of requests by operation and status class; none: the client disconnected before the response",
    labelNames: ["operation", "status"],
    buckets: BUCKETS,
    registers: [registry],
  });
  const problems = new Counter({
    name: "portico_problems_total",
    help: "Requests that were rejected or failed, by error code",
    labelNames: ["operation", "code"],
    registers: [registry],
  });
  return {
    begin: () => void open++,
    end(res, durationMs) {
      open--;
      const { operation = "none", problem } = requestContextOf(res);
      const status = res.headersSent ? `${Math.floor(res.statusCode / 100)}xx` : "none";
      durations.observe({ operation, status }, durationMs / 1000);
      if (problem !== undefined) problems.inc({ operation, code: problem });
    },
  };
}

function createUnitCounter(registry: Registry): ServiceMetrics["countUnits"] {
  const counter = (name: string, help: string) =>
    new Counter({ name: `portico_units_${name}_total`, help, labelNames: ["operation"], registers: [registry] });
  const charged = counter("charged", "Units charged for calls");
  const refunded = counter("refunded", "Charged units that were refunded");
  return (operation, units) => (units < 0 ? refunded : charged).inc({ operation }, Math.abs(units));
}

function createEventCounter(registry: Registry): ServiceMetrics["countEventDelivery"] {
  const counter = new Counter({
    name: "portico_event_deliveries_total",
    help: "Attempts to deliver an event to a webhook, by outcome",
    labelNames: ["outcome"],
    registers: [registry],
  });
  // Prometheus counts increases from a value, not from nothing
  for (const outcome of EVENT_OUTCOMES) counter.inc({ outcome }, 0);
  return (outcome) => counter.inc({ outcome });
}

function showPool(registry: Registry, read: () => PoolFigures): void {
  const gauge = (name: string, help: string, figure: () => number) =>
    addGauge(registry, `database_connections${name}`, help, figure);
  gauge("", "Open database connections", () => read().open);
  gauge("_idle", "Idle database connections", () => read().idle);
  gauge("_max", "Maximum number of database connections", () => read().max);
  addGauge(registry, "database_waiting", "Queries waiting for a connection", () => read().waiting);
}

function observeCache(registry: Registry, read: () => CacheFigures): void {
  addGauge(registry, "kept_answers", "Responses in the cache", () => read().answers);
  addGauge(registry, "kept_answer_bytes", "Size of the cached responses", () => read().bytes);
  addTotal(registry, "kept_answer_hits", "GET requests served from the cache", () => read().hits);
  addTotal(registry, "kept_answer_misses", "GET requests not served from the cache", () => read().misses);
}

function addGauge(registry: Registry, name: string, help: string, figure: () => number): void {
  const gauge = new Gauge({
    name: `portico_${name}`,
    help,
    registers: [],
    collect() {
      this.set(figure());
    },
  });
  registry.registerMetric(gauge);
}

/** A counter whose value is read from elsewhere. */
function addTotal(registry: Registry, name: string, help: string, figure: () => number): void {
  const counter = new Counter({
    name: `portico_${name}_total`,
    help,
    registers: [],
    collect() {
      this.reset();
      this.inc(figure());
    },
  });
  registry.registerMetric(counter);
}
