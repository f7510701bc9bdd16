export { createClient, type ClientOptions } from "./createClient.ts";
export type { PorticoClient } from "./porticoClient.ts";
export type { RetryOptions } from "./retryingFetch.ts";
export { PorticoError, unwrap, type CallResult } from "./unwrap.ts";
export type * from "@portico/contract";
