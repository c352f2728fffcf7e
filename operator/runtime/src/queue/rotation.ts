/** A key in the rotation. */
export interface Due extends Linked {
  readonly key: string;
  /** The namespace in the key. All cluster-scoped objects share the empty namespace. */
  readonly namespace: string;
}

/** A namespace with due keys. */
interface Turn<T extends Due> extends Linked {
  readonly namespace: string;
  readonly keys: LinkedList<T>;
}

/**
 * The due keys of one priority. The namespaces take turns, and the keys of each namespace come in the order of
 * addition. Guarantees: while a namespace waits for its turn, every other one has at most one turn. A namespace is in
 * the rotation only while it has due keys, and enters at the end, so that leaving gives no advantage. The cost does not
 * depend on the number of keys and namespaces. (A `Set` would cost more, the longer its emptied front is.)
 */
export class Rotation<T extends Due> {
  readonly #turns = new LinkedList<Turn<T>>();
  readonly #byNamespace = new Map<string, Turn<T>>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds `item` after all others of its namespace. */
  add(item: T): void {
    this.#getTurn(item.namespace).keys.append(item);
    this.#length += 1;
  }

  /** Removes `item`, which must be in the rotation, from any position. The others keep their positions. */
  remove(item: T): void {
    const turn = this.#getTurn(item.namespace);
    turn.keys.remove(item);
    this.#length -= 1;
    if (turn.keys.first !== undefined) return;
    this.#turns.remove(turn);
    this.#byNamespace.delete(turn.namespace);
  }

  /** Removes and returns the first key of the namespace that has its turn. */
  shift(): T | undefined {
    const turn = this.#turns.first;
    const item = turn?.keys.first;
    if (turn === undefined || item === undefined) return undefined;
    this.remove(item);
    if (turn.keys.first !== undefined) this.#toTheEnd(turn);
    return item;
  }

  #toTheEnd(turn: Turn<T>): void {
    this.#turns.remove(turn);
    this.#turns.append(turn);
  }

  #getTurn(namespace: string): Turn<T> {
    const known = this.#byNamespace.get(namespace);
    if (known !== undefined) return known;
    const turn: Turn<T> = { namespace, keys: new LinkedList(), previous: undefined, next: undefined };
    this.#byNamespace.set(namespace, turn);
    this.#turns.append(turn);
    return turn;
  }
}

/** An item of at most one `LinkedList`. Only the list sets its links. */
interface Linked {
  previous: this | undefined;
  next: this | undefined;
}

/** A doubly linked list. Removing an item has a constant cost. */
class LinkedList<T extends Linked> {
  #first: T | undefined;
  #last: T | undefined;

  get first(): T | undefined {
    return this.#first;
  }

  /** Adds `item`, which must be in no list, at the end. */
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
