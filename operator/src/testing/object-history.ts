import type { KubeObject } from '../runtime/base/index.ts';
import type { RawWatchEvent } from '../runtime/client/index.ts';
import { someObject } from './some-object.ts';

/** Something that happened to an object, at a resource version of its own. */
export interface Happening {
  readonly version: number;
  readonly event: RawWatchEvent<KubeObject> & { readonly object: KubeObject };
}

/** The end of a time line: what happened after `to`, and before the next one began, is undone. */
interface Restored {
  readonly to: number;
  /** How many had ended before. */
  readonly epoch: number;
}

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
   * Undoes the last `count` happenings, as a restore from a backup does. Resource versions go on after those of the
   * backup or, if they are `raised`, after all that were used. None is used twice: that is how `isLost` can tell. Does
   * nothing the `apart`th time.
   */
  restore(count: number, raised: boolean): void;
  /** Whether `version` is one of what was undone. */
  isLost(version: number): boolean;
}

/** Begins with nothing, just before the resource versions become longer. */
export function createObjectHistory(firstVersion = 7, apart = 1): ObjectHistory {
  const happenings: Happening[] = [];
  const uids = new Map<string, string>();
  const restored: Restored[] = [];
  /** When an object was deleted, and did not only leave the selection. */
  const ends = new Set<number>();
  let version = firstVersion;

  /** The lowest after `least` that this time line may use: the number of the time line is its remainder. */
  const nextAfter = (least: number): number => {
    const next = least - (least % apart) + (restored.length % apart);
    return next > least ? next : next + apart;
  };

  function happen(type: 'ADDED' | 'MODIFIED' | 'DELETED', name: string): KubeObject {
    version = nextAfter(version);
    const uid = uids.get(name) ?? `${name}-since-${String(version)}`;
    uids.set(name, uid);
    const object = someObject({ name, uid, resourceVersion: String(version) });
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

  function restore(count: number, raised: boolean): void {
    if (restored.length + 1 >= apart) return;
    happenings.splice(Math.max(0, happenings.length - count));
    const to = happenings.at(-1)?.version ?? firstVersion;
    restored.push({ to, epoch: restored.length });
    version = nextAfter(raised ? version : to);
    uids.clear();
    for (const { version: when, event } of happenings) {
      const { name, uid } = event.object.metadata;
      if (ends.has(when)) uids.delete(name);
      else uids.set(name, uid);
    }
  }

  return {
    apart,
    get version() {
      return version;
    },
    get epoch() {
      return restored.length;
    },
    restore,
    isLost: (when) => restored.some(({ to, epoch }) => when > to && when % apart <= epoch),
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
