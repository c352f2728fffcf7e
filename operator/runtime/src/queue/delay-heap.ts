/** An item that is due later. Only `DelayHeap` sets `position` and `turn`. */
export interface Delayed {
  readonly key: string;
  /** When the item is due, in monotonic milliseconds. */
  dueAt: number;
  /** The index of the item in the heap; -1 while it is not in the heap. */
  position: number;
  /** The order of items that are due at the same time. */
  turn: number;
}

/**
 * A binary heap of items that are due later. Each item knows its position, so that it can be removed. Items that are
 * due at the same time keep the order in which they were added.
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

  /** Adds `item`, or moves it after its `dueAt` has changed. */
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
