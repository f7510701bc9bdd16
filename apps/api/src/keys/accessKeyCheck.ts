import { findAccessKey, hashAccessKey, isAccessKey, type AccessKey, type Store } from "@portico/store";
import { ServiceError } from "../errors.ts";

/** How many keys, good and bad, are remembered; those that were not used for longest make room. */
const REMEMBERED = 10_000;

/** `pk_`, 43 characters and 6 of checksum: what is longer or shorter is not even hashed. */
const KEY_LENGTH = 52;

export interface AccessKeyCheck {
  /** @throws ServiceError access_key_missing, access_key_invalid or access_key_revoked. */
  readonly check: (key: string | undefined) => Promise<AccessKey>;
  /** Forgets everything: some key changed. */
  readonly forget: () => void;
}

/**
 * Checks the header AccessKey against what was issued under its hash. A text with a wrong form or checksum costs no query;
 * the rest is asked for once and then remembered, known or not, until a key changes.
 */
export function createAccessKeyCheck(db: Store, now: () => number = Date.now): AccessKeyCheck {
  let remembered = new Map<string, Promise<AccessKey | undefined>>();

  const find = (key: string): Promise<AccessKey | undefined> => {
    if (key.length !== KEY_LENGTH) return Promise.resolve(undefined);
    const hash = hashAccessKey(key);
    const known = remembered.get(hash);
    if (known === undefined && !isAccessKey(key)) return Promise.resolve(undefined);
    const found = known ?? findAccessKey(db, key);
    remember(remembered, hash, found);
    return found;
  };

  const check = async (key: string | undefined): Promise<AccessKey> => {
    if (key === undefined) throw refusal("access_key_missing", "Send your key in the header AccessKey");
    const found = await find(key);
    if (found === undefined) throw refusal("access_key_invalid", "No such access key: check it for typing errors");
    if (found.revokedAt !== null) throw refusal("access_key_revoked", "The access key was revoked");
    if (found.expiresAt !== null && found.expiresAt.getTime() <= now()) {
      throw refusal("access_key_invalid", "The access key has expired");
    }
    return found;
  };

  return {
    check,
    forget: () => {
      remembered = new Map();
    },
  };
}

function remember<T>(remembered: Map<string, Promise<T>>, hash: string, found: Promise<T>): void {
  if (!remembered.delete(hash)) found.catch(() => remembered.delete(hash)); // a failed look-up says nothing of the key
  remembered.set(hash, found);
  const oldest = remembered.size > REMEMBERED ? remembered.keys().next().value : undefined;
  if (oldest !== undefined) remembered.delete(oldest);
}

const refusal = (
  code: "access_key_missing" | "access_key_invalid" | "access_key_revoked",
  text: string,
): ServiceError => new ServiceError(code, text, { headers: { "WWW-Authenticate": 'AccessKey realm="api"' } });
