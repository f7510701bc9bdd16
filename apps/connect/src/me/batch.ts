export interface BatchOptions {
  /** Maximum keys per batch. */
  readonly size: number;
  /** Maximum concurrent batches. */
  readonly atOnce: number;
  /** Maximum keys that are read or queued. */
  readonly max: number;
}

/**
 * Collects single requests into batches; a key that is being read is not read twice at the same time.
 * @returns a function that requests one key: resolves when its batch ended, successful or not, and at once if too many
 * are queued.
 */
export function batch<Key>(
  read: (keys: readonly Key[]) => Promise<void>,
  { size, atOnce, max }: BatchOptions,
): (key: Key) => Promise<void> {
  const queued = new Map<Key, PromiseWithResolvers<void>>();
  const waiting: Key[] = [];
  let reading = 0;
  const work = async (): Promise<void> => {
    reading++;
    await Promise.resolve(); // later requests of the same tick join
    while (waiting.length > 0) {
      const keys = waiting.splice(0, size);
      await read(keys).catch(() => undefined);
      for (const key of keys) {
        queued.get(key)?.resolve();
        queued.delete(key);
      }
    }
    reading--;
  };
  return (key) => {
    const known = queued.get(key);
    if (known !== undefined || queued.size >= max) return known?.promise ?? Promise.resolve();
    const end = Promise.withResolvers<void>();
    queued.set(key, end);
    waiting.push(key);
    if (reading < atOnce) void work();
    return end.promise;
  };
}
