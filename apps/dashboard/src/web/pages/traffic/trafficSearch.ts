export const RANGES = ["24h", "7d", "30d"] as const;
export type TrafficRange = (typeof RANGES)[number];

/** The search parameters of the page; absent: the last 24 hours, all operations and keys. */
export interface TrafficSearch {
  readonly range?: TrafficRange;
  readonly operation?: string;
  readonly key_id?: string;
}

const ID = /^\w{1,100}$/;
const isId = (value: unknown): value is string => typeof value === "string" && ID.test(value);

/** Parses search parameters, ignoring invalid ones. */
export function readTrafficSearch(search: Record<string, unknown>): TrafficSearch {
  const { operation, key_id: keyId } = search;
  const range = RANGES.find((one) => one === search["range"]);
  return {
    ...(range !== undefined && { range }),
    ...(isId(operation) && { operation }),
    ...(isId(keyId) && { key_id: keyId }),
  };
}
