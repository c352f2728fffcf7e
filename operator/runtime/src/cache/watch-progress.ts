import { compareResourceVersions, type ObjectKey } from '../base/index.ts';
import { Latch } from './latch.ts';
import type { WatchScope } from './watch-scope.ts';

/** How long a tombstone is kept: longer than any watch lags behind. */
const forgetAfterMs = 600_000;

/** Our own write, by its resource version. */
type OwnWrite = readonly [resourceVersion: string, key: ObjectKey];

/**
 * The resource version up to which a watch has shown events, and the writes and deletions of this process that it has
 * not shown yet.
 */
export class WatchProgress {
  readonly scope: WatchScope;
  /** Whether the scope of the watch was removed: its events are ignored. */
  isOver = false;
  /** Whether listeners have been notified of the initial objects of this watch. */
  synced = false;
  /** The last error of the watch before it received the initial objects. */
  problem: unknown;
  /** Opens once the initial objects are cached, the watch has failed before that, or its scope was removed. */
  readonly settled: Latch = new Latch();
  #position = '';
  #isSetBack = false;
  readonly #writes = new Map<string, { readonly key: ObjectKey; readonly since: number }>();
  /**
   * Tombstones: uids of objects that this process has deleted, with the time in milliseconds. The watch may still send
   * older events of these objects.
   */
  readonly #tombstones = new Map<string, number>();

  constructor(scope: WatchScope = {}) {
    this.scope = scope;
  }

  /** Whether the watch has shown all events up to `resourceVersion`. */
  hasPassed(resourceVersion: string): boolean {
    return compareResourceVersions(resourceVersion, this.#position) <= 0;
  }

  /**
   * Applies a list of the newest state at `resourceVersion`, requested after the time `asOf`: it contains our earlier
   * writes, unless they were reverted. Returns whether the watch had already passed `resourceVersion`: then the server
   * was restored from a backup, and the watch is set back.
   */
  takeNewest(resourceVersion: string, asOf: number): boolean {
    const wasSetBack = compareResourceVersions(resourceVersion, this.#position) < 0;
    if (wasSetBack) this.#position = '';
    this.#isSetBack = wasSetBack;
    for (const [written, { since }] of this.#writes) if (since < asOf) this.#writes.delete(written);
    // If the list contains an object that we deleted earlier, it comes from a backup. If not, the watch sends no more
    // events of it.
    for (const [uid, since] of this.#tombstones) if (since < asOf) this.#tombstones.delete(uid);
    return wasSetBack;
  }

  /**
   * True from a `takeNewest` that set the watch back until the next `advance`: the cache may contain objects that the
   * restore has removed.
   */
  get isSetBack(): boolean {
    return this.#isSetBack;
  }

  expectOwnWrite(resourceVersion: string, key: ObjectKey, now: number): void {
    this.#writes.set(resourceVersion, { key, since: now });
  }

  /** Whether `resourceVersion` is a write of this process that the watch has not shown yet. */
  isExpected(resourceVersion: string): boolean {
    return this.#writes.has(resourceVersion);
  }

  /** Whether the event with `resourceVersion` is a write of this process; it no longer counts as pending then. */
  confirmOwnWrite(resourceVersion: string): boolean {
    return this.#writes.delete(resourceVersion);
  }

  addTombstone(uid: string, now: number): void {
    this.#tombstones.set(uid, now);
  }

  hasTombstone(uid: string): boolean {
    return this.#tombstones.has(uid);
  }

  /** Moves the watch to `resourceVersion`. Returns writes of this process up to there that the watch did not show. */
  advance(resourceVersion: string, now: number): OwnWrite[] {
    if (!this.hasPassed(resourceVersion)) this.#position = resourceVersion;
    this.#isSetBack = false;
    this.#removeOldTombstones(now);
    const unshown: OwnWrite[] = [];
    for (const [written, { key }] of this.#writes) {
      // Responses arrive in any order, so the list of writes is not sorted.
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
