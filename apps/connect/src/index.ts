export { createConnect } from "./createConnect.ts";
export type { Connect, ConnectOptions } from "./createConnect.ts";
export { createHttpServer, createLog } from "@portico/http";
export { createPages } from "./pages.ts";
export { DEFAULT_SETTINGS } from "./settings.ts";
export type { ConnectSettings } from "./settings.ts";
export { createLimits, NO_LIMITS } from "./signIn/limits.ts";
