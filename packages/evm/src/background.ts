import { AsyncLocalStorage } from "node:async_hooks";

const background = new AsyncLocalStorage<true>();

/** Runs work that nobody waits for: where an endpoint's rate is limited, its calls give way to others. */
export const runInBackground = <T>(work: () => Promise<T>): Promise<T> => background.run(true, work);

export const isInBackground = (): boolean => background.getStore() === true;
