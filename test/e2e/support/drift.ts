import { expect } from 'vitest';
import { type PatchOperation, appendPointer, getAtPointer } from '@kubewright/declaration';

import type { Desired } from '../../../operator/runtime/src/index.ts';
import type { Kind, KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { toKey, type Scope } from '../../support/scope.ts';
import { listOwnPointers } from './applied-fields.ts';
import { untilWithoutResync } from './until-without-resync.ts';
import { awaitIdle } from './await-settled.ts';

/** A scalar value, and the JSON pointer to it (RFC 6901). */
interface Leaf {
  readonly pointer: string;
  readonly value: unknown;
}

function leavesOf(value: unknown, pointer = ''): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ pointer, value }];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, appendPointer(pointer, name)));
}

export function replaced(pointer: string, value: unknown): readonly PatchOperation[] {
  return [{ op: 'replace', path: pointer, value }];
}

export function added(pointer: string, value: unknown): readonly PatchOperation[] {
  return [{ op: 'add', path: pointer, value }];
}

/**
 * Lists every field of a child that the operator sets: those of the desired object, and the metadata that the runtime
 * adds.
 */
export function listDesiredFields(
  { metadata, ...desired }: Desired<KubeObject>,
  owner: { readonly kind: string; readonly name: string },
): readonly Leaf[] {
  const labels = {
    ...metadata.labels,
    'app.kubernetes.io/name': owner.kind.toLowerCase(),
    'app.kubernetes.io/instance': owner.name,
    'app.kubernetes.io/managed-by': 'kubewright',
  };
  const annotations = { ...metadata.annotations, 'kubewright.dev/desired-hash': 'set by the operator' };
  return leavesOf({ metadata: { labels, annotations }, ...desired });
}

/** Pointers to the fields of a child that a controller owns, except the owner reference, which is written once. */
export function listOwnedPointers(child: KubeObject, fieldManager: string): ReadonlySet<string> {
  const pointers = listOwnPointers(child, fieldManager);
  return new Set(pointers.filter((pointer) => !pointer.startsWith('/metadata/ownerReferences/')));
}

/**
 * Returns another value that the API server accepts for a field.
 * @param others for each value of an enumeration, another one
 */
export function editValue(value: unknown, others: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return others[String(value)] ?? `${String(value)}-edited`.slice(-60);
}

/** An edit of one field of a child by another client. Without `change`, the field is removed. */
export interface Drift {
  readonly kind: Kind;
  readonly name: string;
  readonly pointer: string;
  readonly change?: (before: unknown) => unknown;
}

/** Edits one field as a user would, and waits until the operator has undone the edit. */
export async function expectEditUndone(scope: Scope, { kind, name, pointer, change }: Drift): Promise<void> {
  const resource = scope.client.resource(kind);
  const key = toKey(scope, name);
  const before = getAtPointer(await resource.get(key), pointer);
  const operations =
    change === undefined ? [{ op: 'remove', path: pointer } as const] : replaced(pointer, change(before));
  const changed = await resource.jsonPatch(key, operations);
  expect(getAtPointer(changed, pointer)).not.toEqual(before);
  await untilWithoutResync(
    `${pointer} is ${String(before)} again`,
    async () => getAtPointer(await resource.get(key), pointer) === before,
  );
  // Waits, because an API server that merges two concurrent writes allocates node ports twice.
  await awaitIdle(scope);
}

/** Sets a field that the operator keeps unset, as a user would, and waits until it is unset again. */
export async function expectUnsetAgain(scope: Scope, { kind, name, pointer }: Drift, value: unknown): Promise<void> {
  const resource = scope.client.resource(kind);
  const changed = await resource.jsonPatch(toKey(scope, name), added(pointer, value));
  expect(getAtPointer(changed, pointer)).toEqual(value);
  const isUnset = async (): Promise<boolean> =>
    getAtPointer(await resource.get(toKey(scope, name)), pointer) === undefined;
  await untilWithoutResync(`${pointer} is unset again`, isUnset);
  await awaitIdle(scope);
}
