/** A map with a maximum size: the least recently used key is evicted. */
export class LruCache<T> {
  readonly #atMost: number;
  readonly #values = new Map<string, T>();

  constructor(atMost: number) {
    this.#atMost = atMost;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): T | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: T): void {
    // Inserts the key again at the end: a map yields its oldest insertion first.
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#atMost && oldest !== undefined) this.#values.delete(oldest);
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}
