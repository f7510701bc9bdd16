const SHARDS = 256;

/** A map in many small ones: a large one, when it outgrows its table, stands still for 50 ms to make the next. */
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

  /** Keys may be deleted meanwhile. */
  *entries(): Generator<[string, V]> {
    for (const shard of this.#shards) yield* shard;
  }

  /** By the last characters: those of addresses are spread. */
  #shardOf(key: string): Map<string, V> | undefined {
    let hash = key.length;
    for (let i = Math.max(0, key.length - 4); i < key.length; i++) hash = Math.imul(hash, 31) + key.charCodeAt(i);
    return this.#shards[(hash >>> 0) % SHARDS];
  }
}
