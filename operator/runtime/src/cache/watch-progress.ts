import { compareResourceVersions, type ObjectKey } from '../base/index.ts';

/** How long a tombstone is kept: longer than any watch is behind. */
const forgetAfterMs = 600_000;

/** A write of ours, by the resource version that it made. */
type OwnWrite = readonly [resourceVersion: string, key: ObjectKey];

/** How far one watch has come, and which of our own writes and deletions it has not shown yet. */
export class WatchProgress {
  readonly namespace: string | undefined;
  /** Whether the listeners have been notified of the first objects. */
  synced = false;
  #position = '';
  #isSetBack = false;
  readonly #writes = new Map<string, { readonly key: ObjectKey; readonly since: number }>();
  /** Uids of objects that we have deleted, and when: the watch may still show older events of them. */
  readonly #tombstones = new Map<string, number>();

  /** @param namespace absent for all namespaces */
  constructor(namespace?: string) {
    this.namespace = namespace;
  }

  /** Whether the watch has shown everything up to `resourceVersion`. */
  hasPassed(resourceVersion: string): boolean {
    return compareResourceVersions(resourceVersion, this.#position) <= 0;
  }

  /**
   * The server has listed its newest state, at `resourceVersion`, no older than the time `asOf`: it contains what we
   * wrote before then, or that was undone. If the watch was past `resourceVersion`, the server was restored from a
   * backup, and the watch is set back, too: returns whether it was.
   */
  takeNewest(resourceVersion: string, asOf: number): boolean {
    const wasSetBack = compareResourceVersions(resourceVersion, this.#position) < 0;
    if (wasSetBack) this.#position = '';
    this.#isSetBack = wasSetBack;
    for (const [written, { since }] of this.#writes) if (since < asOf) this.#writes.delete(written);
    // What is listed although we deleted it before is back from a backup; of the rest the watch shows nothing more.
    for (const [uid, since] of this.#tombstones) if (since < asOf) this.#tombstones.delete(uid);
    return wasSetBack;
  }

  /**
   * True from a `takeNewest` that set the watch back until it has advanced: the cache may hold objects that were lost.
   */
  get isSetBack(): boolean {
    return this.#isSetBack;
  }

  expectOwnWrite(resourceVersion: string, key: ObjectKey, now: number): void {
    this.#writes.set(resourceVersion, { key, since: now });
  }

  /** Whether `resourceVersion` is a write of ours that the watch has not shown yet. */
  isExpected(resourceVersion: string): boolean {
    return this.#writes.has(resourceVersion);
  }

  /** Whether `resourceVersion`, which the watch now shows, is a write of ours. */
  confirmOwnWrite(resourceVersion: string): boolean {
    return this.#writes.delete(resourceVersion);
  }

  addTombstone(uid: string, now: number): void {
    this.#tombstones.set(uid, now);
  }

  hasTombstone(uid: string): boolean {
    return this.#tombstones.has(uid);
  }

  /**
   * The watch has shown everything up to `resourceVersion`. Returns those of our writes up to there that it did not
   * show.
   */
  advance(resourceVersion: string, now: number): OwnWrite[] {
    if (!this.hasPassed(resourceVersion)) this.#position = resourceVersion;
    this.#isSetBack = false;
    this.#removeOldTombstones(now);
    const unshown: OwnWrite[] = [];
    for (const [written, { key }] of this.#writes) {
      // Responses arrive in any order: a later write may have been answered before.
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
