import { parseObjects } from '../../cluster.ts';
import type { DevCluster } from '../dev-cluster.ts';
import type { Kinds } from './kinds.ts';
import { buildTree, type Node, type PrintedObject } from './tree.ts';

interface ObjectsOptions {
  readonly cluster: Pick<DevCluster, 'kubectl'>;
  /** Called when the tree of objects has changed. */
  readonly changed: () => void;
}

/** Delay after a reconcile before the objects are read, so that one read covers a burst of reconciles. */
const afterMs = 500;

/** Minimum time between two reads. */
const pauseMs = 2_000;

/** After that, objects that nothing reconciles are read again. */
const unreconciledMs = 5_000;

/**
 * The objects of an operator, read again after its reconciles: every change that concerns it causes one, except changes
 * of kinds without a controller, for which they are also read from time to time.
 */
export class Objects implements Disposable {
  readonly #options: ObjectsOptions;
  #kinds: Kinds | undefined;
  #tree: readonly Node[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** When the timer ends. */
  #dueAt = 0;
  #isReading = false;
  #isDue = false;
  #readAt = -Infinity;

  constructor(options: ObjectsOptions) {
    this.#options = options;
  }

  get tree(): readonly Node[] {
    return this.#tree;
  }

  /** Sets the kinds whose objects are read. */
  follow(kinds: Kinds): void {
    this.#kinds = kinds;
    this.refresh();
  }

  /** Schedules a read of the objects. */
  refresh(): void {
    if (this.#isReading) this.#isDue = true;
    else this.#readIn(Math.max(afterMs, this.#readAt + pauseMs - performance.now()));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#kinds = undefined;
  }

  async #read(): Promise<void> {
    if (this.#kinds === undefined) return;
    const { operator, own, owned } = this.#kinds;
    this.#isReading = true;
    this.#isDue = false;
    try {
      const label = `app.kubernetes.io/managed-by=${operator}`;
      const [objects, children] = [await this.#get(own), await this.#get(owned, '--selector', label)];
      this.#tree = buildTree(objects, children);
      this.#options.changed();
    } catch {
      // The read fails while the cluster stops or a kind is not installed; the next reconcile schedules another read.
    } finally {
      this.#isReading = false;
      this.#readAt = performance.now();
      this.#readAgain();
    }
  }

  /** Schedules another read if a reconcile ended during the last one. */
  #readAgain(): void {
    if (this.#isDue) this.refresh();
    else if (this.#kinds?.hasUnreconciled === true) this.#readIn(unreconciledMs);
  }

  /** Unless they are read sooner. */
  #readIn(waitMs: number): void {
    const dueAt = performance.now() + waitMs;
    if (this.#timer !== undefined && this.#dueAt <= dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#read();
    }, waitMs);
  }

  async #get(kinds: readonly string[], ...more: readonly string[]): Promise<readonly PrintedObject[]> {
    if (kinds.length === 0) return [];
    const argv = ['get', kinds.join(','), '--all-namespaces', '--output', 'json', ...more];
    const read = this.#options.cluster.kubectl(argv);
    // kubectl prints nothing if one of several kinds is not installed, so each kind is then read alone.
    const text = await (kinds.length > 1 ? read.catch(() => undefined) : read);
    if (text !== undefined) return parseObjects(text) as readonly PrintedObject[];
    const each = kinds.map((kind) => this.#get([kind], ...more).catch(() => []));
    return (await Promise.all(each)).flat();
  }
}
