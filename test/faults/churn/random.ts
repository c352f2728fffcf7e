/** A generator of pseudorandom numbers. The same seed gives the same numbers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a number from 0 to just below 1, with the algorithm Mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), bits | 61)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 to just below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Returns a random element of `items`. Throws if `items` is empty. */
  pick<T>(items: readonly T[]): T {
    const [first] = items.slice(this.below(items.length));
    if (first === undefined) throw new Error('the list is empty');
    return first;
  }
}
