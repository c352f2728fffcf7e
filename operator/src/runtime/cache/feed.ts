import type { ObjectKey } from '../base/index.ts';
import { compareResourceVersions } from './resource-version.ts';

/** How long our deletion of an object is remembered if its watch never tells of it, as it was not in the selection. */
const forgetAfterMs = 600_000;

/** A write of ours, by the resource version that it made. */
export type OwnWrite = readonly [resourceVersion: string, key: ObjectKey];

/** How far one watch has told, and what of our own doing it has yet to tell. */
export class Feed {
  readonly namespace: string | undefined;
  /** Whether the first objects have been told to the listeners. */
  synced = false;
  #position = '';
  readonly #writes = new Map<string, ObjectKey>();
  /** Uids of objects that we have deleted, and when. */
  readonly #graves = new Map<string, number>();

  /** @param namespace absent for everything */
  constructor(namespace?: string) {
    this.namespace = namespace;
  }

  /** Whether the watch has told everything up to `resourceVersion`. */
  hasPassed(resourceVersion: string): boolean {
    return compareResourceVersions(resourceVersion, this.#position) <= 0;
  }

  /** Whether the watch has told of something later than `resourceVersion`. */
  isBeyond(resourceVersion: string): boolean {
    return compareResourceVersions(resourceVersion, this.#position) < 0;
  }

  /** The server was set back to an earlier state: what the watch has told and we have written is no longer so. */
  beginAnew(): void {
    this.#position = '';
    this.#writes.clear();
  }

  expectEcho(resourceVersion: string, key: ObjectKey): void {
    this.#writes.set(resourceVersion, key);
  }

  /** Whether `resourceVersion`, which the watch tells now, is a write of ours. */
  isEcho(resourceVersion: string): boolean {
    return this.#writes.delete(resourceVersion);
  }

  bury(uid: string, now: number): void {
    this.#graves.set(uid, now);
  }

  isBuried(uid: string): boolean {
    return this.#graves.has(uid);
  }

  /** The watch has told the end of `uid`, after which it tells nothing more of it. Returns whether we knew already. */
  unbury(uid: string): boolean {
    return this.#graves.delete(uid);
  }

  /**
   * The server has told all objects there are: the watch tells nothing more of any other. An object that is there
   * `asOf` a time after we have deleted it was brought back.
   */
  unburyAllBut(uids: ReadonlySet<string>, asOf = Number.NEGATIVE_INFINITY): void {
    for (const [uid, since] of this.#graves) if (!uids.has(uid) || since < asOf) this.#graves.delete(uid);
  }

  /** The watch has told everything up to `resourceVersion`. Returns the writes of ours up to there that it did not tell. */
  advance(resourceVersion: string, now: number): OwnWrite[] {
    if (!this.hasPassed(resourceVersion)) this.#position = resourceVersion;
    this.#forgetOldGraves(now);
    const untold: OwnWrite[] = [];
    for (const write of this.#writes) {
      if (!this.hasPassed(write[0])) break;
      this.#writes.delete(write[0]);
      untold.push(write);
    }
    return untold;
  }

  #forgetOldGraves(now: number): void {
    for (const [uid, since] of this.#graves) {
      if (now - since < forgetAfterMs) return;
      this.#graves.delete(uid);
    }
  }
}
