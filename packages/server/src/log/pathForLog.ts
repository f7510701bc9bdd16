import { maskKeys } from "./maskKeys.ts";

const MAX_LENGTH = 200;

/** A request's path for the log: without access keys, and not longer than 200 characters. */
export const pathForLog = (path: string): string => maskKeys(path).slice(0, MAX_LENGTH);
