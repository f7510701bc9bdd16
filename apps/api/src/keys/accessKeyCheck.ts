import { findAccessKey, hashAccessKey, isAccessKey, type AccessKey, type Store } from "@portico/store";
import { ServiceError } from "../errors.ts";

/** Maximum cached keys, valid and invalid; the least recently used are evicted. */
const REMEMBERED = 10_000;

/** How long the cache is used after notifications of changed keys cease. */
const GRACE_MS = 3_000;

/** `pk_`, 43 characters and 6 of checksum: other lengths are not even hashed. */
const KEY_LENGTH = 52;

export interface AccessKeyCheck {
  /**
   * @param onLookUp - Awaited before the database is queried for a key that was never valid here; throwing ends the
   * check.
   * @throws ServiceError access_key_missing, access_key_invalid or access_key_revoked.
   */
  readonly check: (key: string | undefined, onLookUp?: () => Promise<void>) => Promise<AccessKey>;
  /** Clears the cache, except for which keys were once valid: some key changed. */
  readonly clear: () => void;
  /**
   * Whether `clear` is called when a key changes, initially true. Otherwise nothing is cached any more, and the
   * current cache is used for 3 seconds more: after a failover the database is back by then.
   */
  readonly setReceiving: (isReceiving: boolean) => void;
}

/**
 * Checks the header AccessKey against the stored hashes. A wrong form or checksum costs no query;
 * other keys are looked up once and then cached, valid or not, until a key changes.
 */
export function createAccessKeyCheck(
  db: Store,
  { now = Date.now, max = REMEMBERED }: { now?: () => number; max?: number } = {},
): AccessKeyCheck {
  let remembered = new Map<string, Promise<AccessKey | undefined>>();
  const proved = new Set<string>();
  let goodUntil = Number.POSITIVE_INFINITY;

  const lookUp = async (key: string, hash: string, onLookUp: () => Promise<void>) => {
    if (!proved.has(hash)) await onLookUp();
    return await findAccessKey(db, key);
  };
  const find = (key: string, hash: string, onLookUp: () => Promise<void>): Promise<AccessKey | undefined> => {
    if (hash === "") return Promise.resolve(undefined);
    const known = now() < goodUntil ? remembered.get(hash) : undefined;
    if (known === undefined && !isAccessKey(key)) return Promise.resolve(undefined);
    const found = known ?? lookUp(key, hash, onLookUp);
    if (goodUntil === Number.POSITIVE_INFINITY) remember(remembered, hash, found, max);
    return found;
  };

  const check = async (key: string | undefined, onLookUp = async () => {}): Promise<AccessKey> => {
    if (key === undefined) throw refusal("access_key_missing", "Send your key in the header AccessKey");
    const hash = key.length === KEY_LENGTH ? hashAccessKey(key) : "";
    const found = await find(key, hash, onLookUp);
    assertGood(found, now());
    if (!proved.has(hash)) addBounded(proved, hash, max);
    return found;
  };

  return {
    check,
    clear: () => {
      remembered = new Map();
    },
    setReceiving: (isReceiving) => {
      if (isReceiving) remembered = new Map();
      goodUntil = isReceiving ? Number.POSITIVE_INFINITY : now() + GRACE_MS;
    },
  };
}

function assertGood(found: AccessKey | undefined, now: number): asserts found is AccessKey {
  if (found === undefined) throw refusal("access_key_invalid", "Unknown access key: check it for typing errors");
  if (found.revokedAt !== null) throw refusal("access_key_revoked", "The access key was revoked");
  if (found.expiresAt !== null && found.expiresAt.getTime() <= now) {
    throw refusal("access_key_invalid", "The access key has expired");
  }
}

function addBounded(hashes: Set<string>, hash: string, max: number): void {
  hashes.add(hash);
  if (hashes.size > max) for (const oldest of hashes.keys().take(1)) hashes.delete(oldest);
}

function remember<T>(remembered: Map<string, Promise<T>>, hash: string, found: Promise<T>, max: number): void {
  if (!remembered.delete(hash)) found.catch(() => remembered.delete(hash)); // failed look-ups are not cached
  remembered.set(hash, found);
  const oldest = remembered.size > max ? remembered.keys().next().value : undefined;
  if (oldest !== undefined) remembered.delete(oldest);
}

const refusal = (
  code: "access_key_missing" | "access_key_invalid" | "access_key_revoked",
  text: string,
): ServiceError => new ServiceError(code, text, { headers: { "WWW-Authenticate": 'AccessKey realm="api"' } });
