import { AsyncLocalStorage } from "node:async_hooks";

const calls = new AsyncLocalStorage<true>();

/** Calls another service of ours, which goes on with the trace. Who else is called is told nothing of it. */
export const callOwnService = <T>(call: () => T): T => calls.run(true, call);

export const isOwnCall = (): boolean => calls.getStore() === true;
