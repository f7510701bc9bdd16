import { randomUUID } from "node:crypto";
import {
  deleteEndedLimits,
  deleteExpired,
  deleteRetiredKeys,
  releaseLease,
  takeLease,
  type Store,
} from "@portico/store";

const BATCH = 1_000;
const LEASE = "connect_clean_up";

/** Deletes expired rows, batch by batch, unless another process does so. @returns the number of deleted rows. */
export async function cleanUp(db: Store, batch: number = BATCH): Promise<number> {
  const lease = await takeLease(db, { name: LEASE, holder: randomUUID(), ttlMs: 300_000 });
  if (lease === undefined) return 0;
  try {
    let sum = 0;
    for (let count = batch; count >= batch; sum += count) count = await deleteExpired(db, batch);
    await deleteRetiredKeys(db);
    await deleteEndedLimits(db);
    return sum;
  } finally {
    await releaseLease(db, lease);
  }
}
