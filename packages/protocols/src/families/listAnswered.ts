import { unlessUnread } from "../reader.ts";

/**
 * Of several reads: failed ones are omitted.
 * @throws ReadError if all fail: then their state is unknown, not empty.
 */
export async function listAnswered<T extends object>(readings: readonly Promise<T>[]): Promise<T[]> {
  const read = await Promise.all(readings.map((reading) => unlessUnread(reading, undefined)));
  const answered = read.filter((one) => one !== undefined);
  return answered.length > 0 ? answered : Promise.all(readings);
}
