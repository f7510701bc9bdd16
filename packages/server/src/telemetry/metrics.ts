export { startMetricsServer } from "./metricsServer.ts";
export type { MetricsServer, Readiness } from "./metricsServer.ts";
export { createRpcCounter } from "./rpcCounter.ts";
export type { CountRpc } from "./rpcCounter.ts";
export { createServiceMetrics } from "./serviceMetrics.ts";
