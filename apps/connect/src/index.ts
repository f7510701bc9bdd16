export { createConnect } from "./createConnect.ts";
export type { Connect, ConnectOptions } from "./createConnect.ts";
export { createHttpServer } from "./http/createHttpServer.ts";
export { DEFAULT_SETTINGS } from "./settings.ts";
export type { ConnectSettings } from "./settings.ts";
