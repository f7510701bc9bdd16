const SHARDS = 256;

/** A map split into small ones: a large one blocks for 50 ms when it grows. */
export class ShardedMap<V> {
  readonly #shards = Array.from({ length: SHARDS }, () => new Map<string, V>());

  get(key: string): V | undefined {
    return this.#shardOf(key)?.get(key);
  }

  set(key: string, value: V): void {
    this.#shardOf(key)?.set(key, value);
  }

  delete(key: string): void {
    this.#shardOf(key)?.delete(key);
  }

  /** Keys may be deleted during the iteration. */
  *entries(): Generator<[string, V]> {
    for (const shard of this.#shards) yield* shard;
  }

  /** By the last two characters, as hex digits: those of addresses are evenly distributed. */
  #shardOf(key: string): Map<string, V> | undefined {
    const { length } = key;
    const high = length > 1 ? key.charCodeAt(length - 2) : 0;
    const low = length > 0 ? key.charCodeAt(length - 1) : 0;
    return this.#shards[(digitOf(high) * 16 + digitOf(low)) % SHARDS];
  }
}

/** The value of a hex digit, some number for anything else. */
const digitOf = (code: number): number => (code & 15) + (code >> 6) * 9;
