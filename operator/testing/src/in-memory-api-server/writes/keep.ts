import { encodeManaged, type Managed } from '../fields/managers.ts';
import { type JsonObject, sameJson } from '../json.ts';
import { type StoredObject, withMeta } from '../objects.ts';
import { pruned } from '../schema/complete.ts';
import type { Write } from './write.ts';

const unread = new WeakSet<object>();

/** Whether an object is stored with more than is read of it: then every write is a change. */
export function isUnread(object: object): boolean {
  return unread.has(object);
}

/** An object as it is read after it was stored: without what its schema does not declare, which an apply leaves in it. */
export function asRead({ schema }: Write['served'], object: JsonObject, owners: readonly Managed[]): JsonObject {
  const read = schema === undefined ? object : pruned(object, schema).object;
  return withMeta(read, { managedFields: encodeManaged(owners) });
}

/** Stores an object, unless it is a dry run. @param stored what is written of it, of which `read` is read */
export function keep({ state, served, dryRun }: Write, read: JsonObject, stored: JsonObject): JsonObject {
  if (dryRun) return read;
  const object: StoredObject = state.store.put(served, read);
  if (!sameJson({ ...read, metadata: {} }, { ...stored, metadata: {} })) unread.add(object);
  return object;
}
