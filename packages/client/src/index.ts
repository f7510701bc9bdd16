export { createClient, type ClientOptions, type PorticoClient } from "./createClient.ts";
export type { RetryOptions } from "./retryingFetch.ts";
export { PorticoError, unwrap, type CallResult } from "./unwrap.ts";
export type * from "@portico/contract";
