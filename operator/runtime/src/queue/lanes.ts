import { type Due, Rotation } from './rotation.ts';

/** A due key with its priority. */
export interface Prioritized extends Due {
  priority: number;
}

interface Lane<T extends Prioritized> {
  readonly priority: number;
  readonly keys: Rotation<T>;
  /** How many keys of other lanes were handed out since the last key of this lane, or since the lane exists. */
  passedOver: number;
}

/**
 * How many keys of higher priorities may be handed out before a lower one gets its turn: it gets at least every tenth
 * key.
 */
const maxPassedOver = 9;

/**
 * The due keys, in one lane per priority. The highest priority comes first, but each lane gets its share.
 *
 * Guarantees: with `n` lanes, at most `9 + n - 2` keys of other lanes are handed out between two keys of one lane.
 * Within a lane, the namespaces take turns. The cost of adding, removing and taking a key does not depend on the number
 * of keys and namespaces. A lane exists only while it has items.
 */
export class Lanes<T extends Prioritized> {
  readonly #lanes: Lane<T>[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The number of due keys with this priority. */
  getLength(priority: number): number {
    return this.#lanes.find((lane) => lane.priority === priority)?.keys.length ?? 0;
  }

  /** Adds `item` to the lane of its priority, after all others of its namespace. */
  add(item: T): void {
    this.#getLane(item.priority).keys.add(item);
    this.#length += 1;
  }

  /** Removes `item` from any position. Its priority must be the one that it was added with. */
  remove(item: T): void {
    const lane = this.#getLane(item.priority);
    lane.keys.remove(item);
    this.#afterTake(lane);
  }

  /** Removes and returns the item that is next in turn. */
  shift(): T | undefined {
    const lane = this.#next();
    const item = lane?.keys.shift();
    if (lane === undefined || item === undefined) return undefined;
    for (const each of this.#lanes) each.passedOver += 1;
    lane.passedOver = 0;
    this.#afterTake(lane);
    return item;
  }

  /** Returns the lane that was passed over most, if it must get its turn; otherwise that of the highest priority. */
  #next(): Lane<T> | undefined {
    let [next] = this.#lanes;
    for (const lane of this.#lanes) {
      const isOverdue = lane.passedOver >= maxPassedOver;
      if (isOverdue && lane.passedOver > (next?.passedOver ?? 0)) next = lane;
    }
    return next;
  }

  #afterTake(lane: Lane<T>): void {
    this.#length -= 1;
    if (lane.keys.length === 0) this.#lanes.splice(this.#lanes.indexOf(lane), 1);
  }

  #getLane(priority: number): Lane<T> {
    const position = this.#lanes.findIndex((lane) => lane.priority <= priority);
    const lane = this.#lanes[position];
    if (lane?.priority === priority) return lane;
    const added: Lane<T> = { priority, keys: new Rotation(), passedOver: 0 };
    this.#lanes.splice(position < 0 ? this.#lanes.length : position, 0, added);
    return added;
  }
}
