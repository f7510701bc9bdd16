import { recordKeyUses } from "@portico/store";
import type { Store } from "@portico/store";

const EVERY_MS = 60_000;

export interface KeyUses {
  /** Records that an access key was used now. */
  readonly record: (keyId: string) => void;
  /** Writes recorded uses; failed ones are written with the next. */
  readonly write: (db: Store) => Promise<void>;
}

/** Last use of access keys: written once a minute per key. */
export function createKeyUses(now: () => number): KeyUses {
  /** Time of the latest use that is not written yet, and of the use that was written last. */
  const noted = new Map<string, number>();
  let written = new Map<string, number>();

  /** A time in the future comes from a clock that was set back since. */
  const isRecent = (at: number): boolean => Math.abs(now() - at) < EVERY_MS;
  const record = (keyId: string) => {
    const last = written.get(keyId);
    if (last === undefined || !isRecent(last)) noted.set(keyId, now());
  };
  const write = async (db: Store) => {
    if (noted.size === 0) return;
    const batch = [...noted];
    await recordKeyUses(
      db,
      batch.map(([id, at]) => ({ id, usedAt: new Date(at) })),
    );
    for (const [id, at] of batch) if (noted.get(id) === at) noted.delete(id);
    written = new Map([...[...written].filter(([, at]) => isRecent(at)), ...batch]);
  };
  return { record, write };
}
