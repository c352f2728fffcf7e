/** A link of a lane; `key` is what it is for, the rest belongs to `Lanes`. */
export interface Due {
  readonly key: string;
  priority: number;
  previous: this | undefined;
  next: this | undefined;
}

interface Lane<T> {
  readonly priority: number;
  first: T | undefined;
  last: T | undefined;
  length: number;
}

/**
 * What is due: one lane per priority, highest first; within a lane first come, first served.
 *
 * Guarantees: adding, removing and taking cost the same however many there are (a `Set` emptied from its front costs
 * more the longer it was). A lane exists only while something is in it.
 */
export class Lanes<T extends Due> {
  readonly #lanes: Lane<T>[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** How many there are of one priority. */
  lengthOf(priority: number): number {
    return this.#lanes.find((lane) => lane.priority === priority)?.length ?? 0;
  }

  /** Adds `item` at the end of the lane of its priority. */
  add(item: T): void {
    const lane = this.#laneOf(item.priority);
    item.previous = lane.last;
    item.next = undefined;
    if (lane.last === undefined) lane.first = item;
    else lane.last.next = item;
    lane.last = item;
    lane.length += 1;
    this.#length += 1;
  }

  /** Takes `item` out, wherever it is. It must be in, under the priority that it was added with. */
  remove(item: T): void {
    const lane = this.#laneOf(item.priority);
    if (item.previous === undefined) lane.first = item.next;
    else item.previous.next = item.next;
    if (item.next === undefined) lane.last = item.previous;
    else item.next.previous = item.previous;
    item.previous = undefined;
    item.next = undefined;
    lane.length -= 1;
    if (lane.length === 0) this.#lanes.splice(this.#lanes.indexOf(lane), 1);
    this.#length -= 1;
  }

  /** Takes out what has waited longest among the highest priority. */
  shift(): T | undefined {
    const item = this.#lanes[0]?.first;
    if (item !== undefined) this.remove(item);
    return item;
  }

  #laneOf(priority: number): Lane<T> {
    const position = this.#lanes.findIndex((lane) => lane.priority <= priority);
    const lane = this.#lanes[position];
    if (lane?.priority === priority) return lane;
    const added: Lane<T> = { priority, first: undefined, last: undefined, length: 0 };
    this.#lanes.splice(position < 0 ? this.#lanes.length : position, 0, added);
    return added;
  }
}
