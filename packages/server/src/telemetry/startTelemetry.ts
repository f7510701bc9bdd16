import type { ServiceMetrics } from "./serviceMetrics.ts";

export interface TelemetryOptions {
  /** Address of the metrics server; undefined if there is none. */
  readonly metricsAt: { readonly host: string; readonly port: number } | undefined;
  readonly log: { readonly info: (details: object, text: string) => void };
  readonly env?: NodeJS.ProcessEnv;
}

export interface Telemetry {
  /** Undefined without a metrics server: nothing is counted then. */
  readonly metrics: ServiceMetrics | undefined;
  /** Flushes traces. */
  readonly close: () => Promise<void>;
}

const PERIOD_MS = 2_000;

/**
 * Starts the metrics and traces that are configured; modules of the others are not loaded. Call it before the service
 * opens its database.
 * @throws Error if the port can't be bound, or the packages for traces are not installed.
 */
export async function startTelemetry(name: string, options: TelemetryOptions): Promise<Telemetry> {
  const { metricsAt, log, env = process.env } = options;
  const stopTracing = await trace(name, env);
  if (metricsAt === undefined) return { metrics: undefined, close: stopTracing };
  const { createServiceMetrics, startMetricsServer } = await import("./metrics.ts");
  const metrics = createServiceMetrics();
  const server = await startMetricsServer(metrics.registry, metricsAt).catch((error: Error) => {
    const variable = `PORTICO_${name.toUpperCase()}_METRICS_PORT`;
    throw new Error(`${variable}=${metricsAt.port} can't be bound: ${error.message}`, { cause: error });
  });
  log.info({ metrics: `${server.url}/metrics` }, "serving metrics");
  return { metrics, close: async () => void (await Promise.all([server.stop(), stopTracing()])) };
}

async function trace(name: string, env: NodeJS.ProcessEnv): Promise<Telemetry["close"]> {
  const isWanted = [env["OTEL_EXPORTER_OTLP_ENDPOINT"], env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]].some(Boolean);
  if (!isWanted) return async () => undefined;
  const { startTracing } = await import("./tracing.ts").catch((error: unknown) => {
    throw new Error("OTEL_EXPORTER_OTLP_ENDPOINT needs the optional packages @opentelemetry/…: install them", {
      cause: error,
    });
  });
  return startTracing({
    service: env["OTEL_SERVICE_NAME"] ?? `portico-${name}`,
    ratio: readRatio(env),
    waitMs: PERIOD_MS,
  });
}

function readRatio(env: NodeJS.ProcessEnv): number {
  const text = env["OTEL_TRACES_SAMPLER_ARG"] ?? "1";
  const ratio = Number(text);
  if (text.trim() === "" || !(ratio >= 0 && ratio <= 1)) {
    throw new Error("OTEL_TRACES_SAMPLER_ARG must be a share of requests from 0 to 1");
  }
  return ratio;
}

/** Lines of a service's --help. @param name - As in PORTICO_<name>_PORT. */
export const telemetryHelp = (name: string): string => `\
  PORTICO_${name}_METRICS_PORT, PORTICO_${name}_METRICS_HOST
                        port and host of GET /metrics, for Prometheus and without a key; no metrics, 127.0.0.1
  OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG
                        OpenTelemetry collector of traces (OTLP over HTTP), and the share of requests that are traced;
                        none, 1`;
