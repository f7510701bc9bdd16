export { createConnect } from "./createConnect.ts";
export type { Connect } from "./createConnect.ts";
export { createHttpServer, createLog } from "@portico/server";
export { createPages } from "./pages.ts";
export { createLimits, NO_LIMITS } from "./signIn/limits.ts";
