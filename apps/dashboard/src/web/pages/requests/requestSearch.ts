/** The search parameters of the request log: those of the operation, absent where nothing is filtered. */
export interface RequestSearch {
  readonly operation?: string;
  readonly key_id?: string;
  readonly status?: string;
  readonly min_units?: number;
  readonly min_ms?: number;
  /** Unix seconds. */
  readonly since?: number;
  readonly until?: number;
  readonly request_id?: string;
  readonly start?: number;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const STATUS = /^[2345](?:xx|\d\d)$/;
const ID = /^\w{1,100}$/;
const LAST_SECOND = 4_102_444_800;

export const isRequestId = (text: string): boolean => UUID.test(text);

/** Parses search parameters, ignoring invalid ones. */
export function readRequestSearch(search: Record<string, unknown>): RequestSearch {
  const read = <Name extends keyof RequestSearch>(name: Name, isValid: (value: unknown) => boolean) =>
    isValid(search[name]) ? { [name]: search[name] } : {};
  return {
    ...read("operation", isLike(ID)),
    ...read("key_id", isLike(ID)),
    ...read("status", isLike(STATUS)),
    ...read("min_units", isWithin(1_000_000_000)),
    ...read("min_ms", isWithin(86_400_000)),
    ...read("since", isWithin(LAST_SECOND)),
    ...read("until", isWithin(LAST_SECOND)),
    ...read("request_id", isLike(UUID)),
    ...read("start", isWithin(1_000_000)),
  };
}

const isLike = (pattern: RegExp) => (value: unknown) => typeof value === "string" && pattern.test(value);
const isWithin = (max: number) => (value: unknown) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max;
