import { AsyncLocalStorage } from "node:async_hooks";

const calls = new AsyncLocalStorage<true>();

/** Calls another service of ours with the trace context. Calls to other hosts don't carry it. */
export const callOwnService = <T>(call: () => T): T => calls.run(true, call);

export const isOwnCall = (): boolean => calls.getStore() === true;
