import { isDatabaseAway } from "../database/databaseAway.ts";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** 40: replay removed rows that a read still needed, or a deadlock with replay. The same read succeeds elsewhere. */
const CONFLICT = /^40/;

/**
 * 53: out of memory, disk or connections. 55: not in the required state. 58, XX: its system, or its data. 42501: a
 * privilege that another user has.
 */
const FAULTY = /^(?:53|55|58|XX|42501)/;

/** Whether a read that failed on a replica may succeed on another server. */
export const isReplicaFault = (error: unknown): boolean =>
  isDatabaseAway(error) || CONFLICT.test(codeOf(error)) || FAULTY.test(codeOf(error));

/** Whether the replica can be used for the next read, all the same. */
export const passesByItself = (error: unknown): boolean => CONFLICT.test(codeOf(error));
