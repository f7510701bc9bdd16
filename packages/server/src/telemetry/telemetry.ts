export { callOwnService } from "./ownCall.ts";
export { factsOf, nameOperation } from "./requestFacts.ts";
export { startTelemetry, telemetryHelp } from "./startTelemetry.ts";
export type { ServiceMetrics } from "./serviceMetrics.ts";
