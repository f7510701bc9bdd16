import { unlessUnread } from "../reader.ts";

/**
 * Of places among several: those that don't answer are left out.
 * @throws ReadError when there are some and none answers: then nothing is known of them, which is another thing than none.
 */
export async function listAnswered<T extends object>(readings: readonly Promise<T>[]): Promise<T[]> {
  const read = await Promise.all(readings.map((reading) => unlessUnread(reading, undefined)));
  const answered = read.filter((one) => one !== undefined);
  return answered.length > 0 ? answered : Promise.all(readings);
}
