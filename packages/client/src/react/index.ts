export { createHooks } from "./createHooks.ts";
export type { HookData, HookOptions, PorticoHooks, QueryKey } from "./porticoHooks.ts";
export { PorticoError } from "../porticoError.ts";
