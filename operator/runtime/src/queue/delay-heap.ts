/** An item that is due later; `position` and `turn` belong to `DelayHeap`. */
export interface Delayed {
  readonly key: string;
  /** When it is due, in milliseconds of the monotonic clock. */
  dueAt: number;
  /** Its index in the heap; -1 while it is not in it. */
  position: number;
  /** Orders items that are due at the same time. */
  turn: number;
}

/**
 * Items that are due later: a binary heap whose items know their positions, so that each can be removed. Equal times
 * keep the order in which they were set.
 */
export class DelayHeap<T extends Delayed> {
  readonly #items: T[] = [];
  #turns = 0;

  get length(): number {
    return this.#items.length;
  }

  /** The item that is due first. */
  get first(): T | undefined {
    return this.#items[0];
  }

  /** Adds `item`, or moves it after a change of its `dueAt`. */
  put(item: T): void {
    item.turn = this.#turns++;
    if (item.position < 0) {
      item.position = this.#items.length;
      this.#items.push(item);
    }
    this.#reorder(item);
  }

  /** Removes `item`, if it is in the heap. */
  remove(item: T): void {
    const { position } = item;
    if (position < 0) return;
    const last = this.#items.pop();
    item.position = -1;
    if (last === undefined || last === item) return;
    this.#place(last, position);
    this.#reorder(last);
  }

  clear(): void {
    for (const item of this.#items) item.position = -1;
    this.#items.length = 0;
  }

  #reorder(item: T): void {
    this.#rise(item);
    this.#sink(item);
  }

  #rise(item: T): void {
    for (let parent = this.#findParent(item); parent !== undefined && isEarlier(item, parent);) {
      this.#swap(item, parent);
      parent = this.#findParent(item);
    }
  }

  #sink(item: T): void {
    for (let child = this.#findEarlierChild(item); child !== undefined && isEarlier(child, item);) {
      this.#swap(child, item);
      child = this.#findEarlierChild(item);
    }
  }

  #findParent(item: T): T | undefined {
    return item.position === 0 ? undefined : this.#items[(item.position - 1) >> 1];
  }

  #findEarlierChild(item: T): T | undefined {
    const left = this.#items[2 * item.position + 1];
    const right = this.#items[2 * item.position + 2];
    return left !== undefined && right !== undefined && isEarlier(right, left) ? right : left;
  }

  #swap(one: T, other: T): void {
    const { position } = one;
    this.#place(one, other.position);
    this.#place(other, position);
  }

  #place(item: T, position: number): void {
    this.#items[position] = item;
    item.position = position;
  }
}

function isEarlier(one: Delayed, other: Delayed): boolean {
  return one.dueAt === other.dueAt ? one.turn < other.turn : one.dueAt < other.dueAt;
}
