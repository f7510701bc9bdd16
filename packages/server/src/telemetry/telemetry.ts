export { callOwnService } from "./ownCall.ts";
export { requestContextOf, nameOperation } from "./requestContext.ts";
export { startTelemetry, telemetryHelp } from "./startTelemetry.ts";
export type { ServiceMetrics } from "./serviceMetrics.ts";
