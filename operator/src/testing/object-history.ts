import type { KubeObject } from '../runtime/base/index.ts';
import type { RawWatchEvent } from '../runtime/client/index.ts';
import { someObject } from './some-object.ts';

/** Something that happened to an object, at a resource version of its own. */
export interface Happening {
  readonly version: number;
  readonly event: RawWatchEvent<KubeObject> & { readonly object: KubeObject };
}

/**
 * What a restore from a backup makes of resource versions: they go on after those of the backup, or above all that were
 * used; or what was undone, but for the last of it, is followed by something else of the same name and version.
 */
export type Restored = 'back' | 'raised' | 'again';

/** All that ever happened to the objects of one kind: what a server can tell, and what a test compares with. */
export interface ObjectHistory {
  /** The last resource version. */
  readonly version: number;
  /** Makes the object of that name, or changes it. */
  put(name: string): KubeObject;
  /** Deletes it, if there is one. Returns its last state. */
  remove(name: string): KubeObject | undefined;
  /** Takes it out of the selection; the next `put` brings it back as the same object. */
  leave(name: string): void;
  /** What happened after `version`, in order. */
  since(version: number): readonly Happening[];
  /** The objects as they were at `version`, by name. */
  at(version: number): ReadonlyMap<string, KubeObject>;
  /** How many resource versions lie between two happenings. */
  readonly apart: number;
  /** How often it was restored. */
  readonly epoch: number;
  /**
   * Undoes the last `count` happenings, as a restore from a backup does. However much happens from then on, resource
   * versions do not reach any of what was undone unless they are `raised`, and the last one if they are used `again`: who
   * has been told that one can tell. Does nothing once all restores have happened.
   */
  restore(count: number, how: Restored): void;
  /** Whether `version` is one of what was undone, and was not used again. */
  isLost(version: number): boolean;
  /** Whether `object` is as something made it that was undone. */
  isUndone(object: KubeObject): boolean;
}

/** More than ever happens between two restores. */
const muchHappens = 1000;

/** On each object: which happening made it, of all that there ever were. */
const happeningLabel = 'happening';

/** An object as one happening made it, also where a resource version was used twice. */
export function stateText({ metadata: { uid, resourceVersion, labels } }: KubeObject): string {
  return `${uid}@${resourceVersion} by ${labels?.[happeningLabel] ?? 'nobody'}`;
}

/** Which happening made `object`. */
export function happeningOf({ metadata: { labels } }: KubeObject): number {
  return Number(labels?.[happeningLabel]);
}

/** Begins with nothing, just before the resource versions become longer. @param restores how many there may be */
export function createObjectHistory(firstVersion = 7, restores = 0): ObjectHistory {
  const happenings: Happening[] = [];
  const uids = new Map<string, string>();
  /** When an object was deleted, and did not only leave the selection. */
  const ends = new Set<number>();
  const used = new Set([firstVersion]);
  const lost = new Set<number>();
  const undone = new Set<number>();
  let version = firstVersion;
  let epoch = 0;
  let happened = 0;

  /** Each time line takes smaller steps than the one before, so that it never gets to where that one was. */
  const apart = (): number => muchHappens ** (restores - epoch);
  const nextAfter = (least: number): number => {
    const next = least + apart();
    used.add(next);
    return next;
  };

  function happen(type: 'ADDED' | 'MODIFIED' | 'DELETED', name: string, when = nextAfter(version)): KubeObject {
    version = when;
    happened += 1;
    const uid = uids.get(name) ?? `${name}-since-${String(happened)}`;
    uids.set(name, uid);
    const labels = { [happeningLabel]: String(happened) };
    const object = someObject({ name, uid, resourceVersion: String(version), labels });
    happenings.push({ version, event: { type, object } });
    return object;
  }

  const at = (when: number): ReadonlyMap<string, KubeObject> => {
    const objects = new Map<string, KubeObject>();
    for (const { version: happenedAt, event } of happenings) {
      if (happenedAt > when) break;
      if (event.type === 'DELETED') objects.delete(event.object.metadata.name);
      else objects.set(event.object.metadata.name, event.object);
    }
    return objects;
  };

  function restore(count: number, how: Restored): void {
    if (epoch >= restores) return;
    const end = happenings.splice(Math.max(0, happenings.length - count));
    const to = happenings.at(-1)?.version ?? firstVersion;
    for (const when of used) if (when > to) lost.add(when);
    for (const { event } of end) undone.add(happeningOf(event.object));
    epoch += 1;
    version = nextAfter(how === 'raised' ? version : to);
    rememberUids();
    if (how === 'again') for (const each of end.slice(0, -1)) happenAgain(each);
  }

  /** A deletion that was undone may be that of an object that is there again. */
  function rememberUids(): void {
    uids.clear();
    for (const { version: when, event } of happenings) {
      const { name, uid } = event.object.metadata;
      if (ends.has(when)) uids.delete(name);
      else uids.set(name, uid);
    }
  }

  /** Something else of the same name, at the same version. */
  function happenAgain({ version: when, event }: Happening): void {
    const { name } = event.object.metadata;
    lost.delete(when);
    ends.delete(when);
    happen(at(version).has(name) ? 'MODIFIED' : 'ADDED', name, when);
  }

  return {
    get apart() {
      return apart();
    },
    get version() {
      return version;
    },
    get epoch() {
      return epoch;
    },
    restore,
    isLost: (when) => lost.has(when),
    isUndone: (object) => undone.has(happeningOf(object)),
    put: (name) => happen(at(version).has(name) ? 'MODIFIED' : 'ADDED', name),
    remove(name) {
      const last = at(version).has(name) ? happen('DELETED', name) : undefined;
      if (last !== undefined) ends.add(version);
      uids.delete(name);
      return last;
    },
    leave(name) {
      if (at(version).has(name)) happen('DELETED', name);
    },
    since: (when) => happenings.filter((each) => each.version > when),
    at,
  };
}
