import { isEqualJson } from '@kubewright/runtime/internal/reconcile/compare';
import type { ApiRequest } from '@kubewright/runtime/internal/client';

import { type Manager, encodeManaged, type Managed } from '../fields/managers.ts';
import type { JsonObject } from '../json.ts';
import { getId, type StoredObject, withMeta } from '../objects.ts';
import { invalidOption, notFound } from '../rejection.ts';
import type { Route } from '../served/route.ts';
import type { ServedKind } from '../served/served-kind.ts';
import type { ServerState } from '../store.ts';
import { applyDefaults, pruneObject } from '../schema/complete.ts';

export interface Write {
  readonly state: ServerState;
  readonly route: Route;
  readonly served: ServedKind;
  readonly query: NonNullable<ApiRequest['query']>;
  readonly body: JsonObject;
  readonly dryRun: boolean;
}

/** Returns the stored object to change. Throws: 404 if it does not exist. */
export function getLiveObject({ state, route }: Pick<Write, 'state' | 'route'>): StoredObject {
  const live = state.store.get(route.served.id, getId(route));
  if (live === undefined) throw notFound(route.served.kind, route.name ?? '');
  return live;
}

/**
 * Builds the field manager of a write.
 * @param given the manager if the request does not name one
 */
export function buildManager(
  { route, served, query }: Write,
  operation: Manager['operation'],
  given = 'kubewright',
): Manager {
  const named = query['fieldManager'];
  const manager = named === undefined || named === '' ? given : String(named);
  const { subresource } = route;
  return { manager, operation, apiVersion: served.apiVersion, ...(subresource !== undefined && { subresource }) };
}

/** Parses the parameter `dryRun`. Throws: 422 for any value except `All`. */
export function isDryRun(value: unknown, options: string): boolean {
  if (value === undefined || value === '') return false;
  if (value === 'All') return true;
  const message = `Unsupported value: [${JSON.stringify(value)}]: supported values: "All"`;
  throw invalidOption(options, { reason: 'FieldValueNotSupported', message, field: 'dryRun' });
}

const unread = new WeakSet<object>();

/** Whether the stored object contains fields that reads do not return: then every write counts as a change. */
export function isUnread(object: object): boolean {
  return unread.has(object);
}

/**
 * Returns a stored object as reads return it: with defaults, and without undeclared fields, which an apply may leave in
 * storage.
 */
export function asRead({ schema }: Write['served'], object: JsonObject, owners: readonly Managed[]): JsonObject {
  const read = schema === undefined ? object : applyDefaults(pruneObject(object, schema).object, schema);
  return withMeta(read, { managedFields: encodeManaged(owners) });
}

/**
 * Stores an object, unless the request is a dry run.
 * @param read the object as later reads return it
 * @param stored the object to store
 */
export function keep({ state, served, dryRun }: Write, read: JsonObject, stored: JsonObject): JsonObject {
  if (dryRun) return read;
  const object: StoredObject = state.store.put(served, read);
  if (!isEqualJson({ ...read, metadata: {} }, { ...stored, metadata: {} })) unread.add(object);
  return object;
}
