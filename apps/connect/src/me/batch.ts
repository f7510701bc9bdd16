export interface BatchOptions {
  /** Keys of one reading at most. */
  readonly size: number;
  /** Readings at the same time. */
  readonly atOnce: number;
  /** Keys that are read or wait to be, at most. */
  readonly most: number;
}

/**
 * Gathers what is asked for one by one into readings of many; what is being read is not read again beside that.
 * @returns Asks for one: resolves when its reading ended, well or not, and at once where too many wait.
 */
export function batch<Key>(
  read: (keys: readonly Key[]) => Promise<void>,
  { size, atOnce, most }: BatchOptions,
): (key: Key) => Promise<void> {
  const asked = new Map<Key, PromiseWithResolvers<void>>();
  const waiting: Key[] = [];
  let reading = 0;
  const work = async (): Promise<void> => {
    reading++;
    await Promise.resolve(); // whoever asks in the same turn is read along
    while (waiting.length > 0) {
      const keys = waiting.splice(0, size);
      await read(keys).catch(() => undefined);
      for (const key of keys) {
        asked.get(key)?.resolve();
        asked.delete(key);
      }
    }
    reading--;
  };
  return (key) => {
    const known = asked.get(key);
    if (known !== undefined || asked.size >= most) return known?.promise ?? Promise.resolve();
    const end = Promise.withResolvers<void>();
    asked.set(key, end);
    waiting.push(key);
    if (reading < atOnce) void work();
    return end.promise;
  };
}
