import { inTransaction } from "@portico/store";
import type { Store } from "@portico/store";
import type { ChainWork } from "./chainWork.ts";

/** The store's inTransaction; reports the duration to the meter on commit. */
export async function inMeteredTransaction<T>(
  { db, meter }: Pick<ChainWork, "db" | "meter">,
  work: (tx: Store) => Promise<T>,
): Promise<T> {
  const beganAt = performance.now();
  const result = await inTransaction(db, work);
  meter.noteWrite(performance.now() - beganAt);
  return result;
}
