/** An LRU map. */
export class RecentMap<V> {
  readonly #entries = new Map<string, { readonly value: V; readonly size: number }>();
  readonly #maxSize: number;
  #size = 0;

  /** @param maxSize - Of all values together; each counts 1 without a given size. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(key: string): V | undefined {
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found.value;
  }

  set(key: string, value: V, size = 1): void {
    this.delete(key);
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
