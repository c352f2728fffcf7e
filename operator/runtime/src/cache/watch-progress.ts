import { compareResourceVersions, type ObjectKey } from '../base/index.ts';
import { Latch } from './latch.ts';
import type { WatchScope } from './watch-scope.ts';

/** How long a tombstone is kept: longer than any watch lags behind. */
const forgetAfterMs = 600_000;

/** Our own write, by its resource version. */
type OwnWrite = readonly [resourceVersion: string, key: ObjectKey];

/** The position of one watch, and our own writes and deletions that it has not shown yet. */
export class WatchProgress {
  readonly scope: WatchScope;
  /** Whether its scope was removed: its events no longer count. */
  isOver = false;
  /** Whether the listeners have been notified of the first objects. */
  synced = false;
  /** The last error of its watch before the first objects. */
  problem: unknown;
  /** Open once the first objects are shown, its watch has failed before that, or its scope was removed. */
  readonly settled: Latch = new Latch();
  #position = '';
  #isSetBack = false;
  readonly #writes = new Map<string, { readonly key: ObjectKey; readonly since: number }>();
  /** Uids of objects that we have deleted, with times: the watch may still show older events of them. */
  readonly #tombstones = new Map<string, number>();

  constructor(scope: WatchScope = {}) {
    this.scope = scope;
  }

  /** Whether the watch has shown everything up to `resourceVersion`. */
  hasPassed(resourceVersion: string): boolean {
    return compareResourceVersions(resourceVersion, this.#position) <= 0;
  }

  /**
   * Applies a list of the server's newest state at `resourceVersion`, no older than the time `asOf`: it contains our
   * earlier writes unless they were reverted. If the watch was past `resourceVersion`, the server was restored from a
   * backup, and the watch is set back: returns whether it was.
   */
  takeNewest(resourceVersion: string, asOf: number): boolean {
    const wasSetBack = compareResourceVersions(resourceVersion, this.#position) < 0;
    if (wasSetBack) this.#position = '';
    this.#isSetBack = wasSetBack;
    for (const [written, { since }] of this.#writes) if (since < asOf) this.#writes.delete(written);
    // If an object that we deleted before is listed, it comes from the backup; if not, the watch shows nothing more of
    // it.
    for (const [uid, since] of this.#tombstones) if (since < asOf) this.#tombstones.delete(uid);
    return wasSetBack;
  }

  /** True from a `takeNewest` that set the watch back until it has advanced: the cache may hold lost objects. */
  get isSetBack(): boolean {
    return this.#isSetBack;
  }

  expectOwnWrite(resourceVersion: string, key: ObjectKey, now: number): void {
    this.#writes.set(resourceVersion, { key, since: now });
  }

  /** Whether `resourceVersion` is our own write that the watch has not shown yet. */
  isExpected(resourceVersion: string): boolean {
    return this.#writes.has(resourceVersion);
  }

  /** Whether `resourceVersion`, which the watch now shows, is our own write. */
  confirmOwnWrite(resourceVersion: string): boolean {
    return this.#writes.delete(resourceVersion);
  }

  addTombstone(uid: string, now: number): void {
    this.#tombstones.set(uid, now);
  }

  hasTombstone(uid: string): boolean {
    return this.#tombstones.has(uid);
  }

  /** Advances the watch to `resourceVersion`. Returns our earlier writes that it did not show. */
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
