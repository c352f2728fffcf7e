import { compareResourceVersions, type ObjectKey } from '../base/index.ts';

/** How long our deletion of an object is remembered if its watch never shows it, as it was not in the selection. */
const forgetAfterMs = 600_000;

/** A write of ours, by the resource version that it made. */
export type OwnWrite = readonly [resourceVersion: string, key: ObjectKey];

/** How far one watch has come, and which of our own writes and deletions it has yet to show. */
export class WatchProgress {
  readonly namespace: string | undefined;
  /** Whether the listeners have been notified of the first objects. */
  synced = false;
  #position = '';
  #isSetBack = false;
  readonly #writes = new Map<string, { readonly key: ObjectKey; readonly since: number }>();
  /** Uids of objects that we have deleted, and when: the watch has yet to show their end. */
  readonly #tombstones = new Map<string, number>();

  /** @param namespace absent for everything */
  constructor(namespace?: string) {
    this.namespace = namespace;
  }

  /** Whether the watch has shown everything up to `resourceVersion`. */
  hasPassed(resourceVersion: string): boolean {
    return compareResourceVersions(resourceVersion, this.#position) <= 0;
  }

  /**
   * The server has shown its newest state, which is at `resourceVersion` and no older than the time `asOf`: what we wrote
   * before then is in it, or undone. If the watch was past it, the server was set back, and so is the watch: returns
   * whether it was.
   */
  takeNewest(resourceVersion: string, asOf: number): boolean {
    const wasSetBack = compareResourceVersions(resourceVersion, this.#position) < 0;
    if (wasSetBack) this.#position = '';
    this.#isSetBack = wasSetBack;
    for (const [written, { since }] of this.#writes) if (since < asOf) this.#writes.delete(written);
    return wasSetBack;
  }

  /** From a `takeNewest` that set it back until it has advanced: what is held may be of what was lost. */
  get isSetBack(): boolean {
    return this.#isSetBack;
  }

  expectOwnWrite(resourceVersion: string, key: ObjectKey, now: number): void {
    this.#writes.set(resourceVersion, { key, since: now });
  }

  /** Whether `resourceVersion` is a write of ours that the watch has yet to show. */
  expects(resourceVersion: string): boolean {
    return this.#writes.has(resourceVersion);
  }

  /** Whether `resourceVersion`, which the watch shows now, is a write of ours. */
  confirmOwnWrite(resourceVersion: string): boolean {
    return this.#writes.delete(resourceVersion);
  }

  addTombstone(uid: string, now: number): void {
    this.#tombstones.set(uid, now);
  }

  hasTombstone(uid: string): boolean {
    return this.#tombstones.has(uid);
  }

  /** The watch has shown the end of `uid`, and shows nothing more of it. Returns whether we knew already. */
  removeTombstone(uid: string): boolean {
    return this.#tombstones.delete(uid);
  }

  /**
   * The server has shown all objects there are: the watch shows nothing more of any other. An object that is there
   * `asOf` a time after we have deleted it was brought back.
   */
  keepTombstones(uids: ReadonlySet<string>, asOf: number = Number.NEGATIVE_INFINITY): void {
    for (const [uid, since] of this.#tombstones) if (!uids.has(uid) || since < asOf) this.#tombstones.delete(uid);
  }

  /** The watch has shown everything up to `resourceVersion`. Returns the writes of ours up to there that it did not show. */
  advance(resourceVersion: string, now: number): OwnWrite[] {
    if (!this.hasPassed(resourceVersion)) this.#position = resourceVersion;
    this.#isSetBack = false;
    this.#removeOldTombstones(now);
    const unshown: OwnWrite[] = [];
    for (const [written, { key }] of this.#writes) {
      // Answers come in any order: a later write may have been answered before.
      if (!this.hasPassed(written)) continue;
      this.#writes.delete(written);
      unshown.push([written, key]);
    }
    return unshown;
  }

  #removeOldTombstones(now: number): void {
    for (const [uid, since] of this.#tombstones) {
      if (now - since < forgetAfterMs) return;
      this.#tombstones.delete(uid);
    }
  }
}
