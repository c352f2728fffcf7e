/** An item of a `LinkedList`, of one at a time; the links belong to the list. */
export interface Linked {
  previous: this | undefined;
  next: this | undefined;
}

/** A list whose items can be removed wherever they are, at a cost that does not depend on its length. */
export class LinkedList<T extends Linked> {
  #first: T | undefined;
  #last: T | undefined;

  get first(): T | undefined {
    return this.#first;
  }

  /** Adds `item`, which is in no list, at the end. */
  append(item: T): void {
    item.previous = this.#last;
    item.next = undefined;
    if (this.#last === undefined) this.#first = item;
    else this.#last.next = item;
    this.#last = item;
  }

  /** Removes `item`, which must be in the list. */
  remove(item: T): void {
    if (item.previous === undefined) this.#first = item.next;
    else item.previous.next = item.next;
    if (item.next === undefined) this.#last = item.previous;
    else item.next.previous = item.previous;
    item.previous = undefined;
    item.next = undefined;
  }
}
