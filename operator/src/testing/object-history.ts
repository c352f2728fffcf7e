import type { KubeObject } from '../runtime/base/index.ts';
import type { RawWatchEvent } from '../runtime/client/index.ts';
import { someObject } from './some-object.ts';

/** Something that happened to an object, at a resource version of its own. */
export interface Happening {
  readonly version: number;
  readonly event: RawWatchEvent<KubeObject> & { readonly object: KubeObject };
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
}

/** Begins with nothing, just before the resource versions become longer. */
export function createObjectHistory(firstVersion = 7): ObjectHistory {
  const happenings: Happening[] = [];
  const uids = new Map<string, string>();
  let version = firstVersion;

  function happen(type: 'ADDED' | 'MODIFIED' | 'DELETED', name: string): KubeObject {
    version += 1;
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

  return {
    get version() {
      return version;
    },
    put: (name) => happen(at(version).has(name) ? 'MODIFIED' : 'ADDED', name),
    remove(name) {
      const last = at(version).has(name) ? happen('DELETED', name) : undefined;
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
