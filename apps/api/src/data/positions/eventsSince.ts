import type { SyncedChain } from "../chains/chainSurvey.ts";

/**
 * Since which block all events of an owner are known, 0 if from genesis. While a history is collected that block moves
 * with every step: then it is 1, so that positions are not read again each time.
 */
export const eventsSince = ({ since, history }: Pick<SyncedChain, "history" | "since">): bigint =>
  history === undefined ? since : history.logsFrom === 0n ? 0n : 1n;
