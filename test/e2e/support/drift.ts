import { expect } from 'vitest';

import type { Desired } from '../../../operator/runtime/src/index.ts';
import type { Kind, KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { keyIn, type Scope } from '../../support/scope.ts';
import { ownPointers } from './applied-fields.ts';
import { atOnce } from './at-once.ts';
import { added, type Leaf, leavesOf, removed, replaced, valueAt } from './json-pointer.ts';
import { idle } from './settled.ts';

/** A Deployment's selector never changes, and its Pods have to match it: the API server itself refuses these. */
export const immutable = /^\/spec\/selector\/matchLabels\/|^\/spec\/template\/metadata\/labels\//;

/** Every field of a child that is set: what a controller desires, and what the runtime adds to its metadata. */
export function fieldsOf(
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

/** Pointers to what a controller owns of a child, but for the owner reference, which is written once. */
export function ownedOf(child: KubeObject, fieldManager: string): ReadonlySet<string> {
  const pointers = ownPointers(child, fieldManager);
  return new Set(pointers.filter((pointer) => !pointer.startsWith('/metadata/ownerReferences/')));
}

/** Another value that the API server takes in the same place. @param others words that have to be words of a list */
export function edited(value: unknown, others: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return others[String(value)] ?? `${String(value)}-edited`.slice(-60);
}

/** One field of a child, and what somebody makes of it; nothing removes it. */
export interface Drift {
  readonly kind: Kind;
  readonly name: string;
  readonly pointer: string;
  readonly change?: (before: unknown) => unknown;
}

/** Edits one field as a person would, and waits until the operator has undone it. */
export async function expectEditUndone(scope: Scope, { kind, name, pointer, change }: Drift): Promise<void> {
  const resource = scope.client.resource(kind);
  const key = keyIn(scope, name);
  const before = valueAt(await resource.get(key), pointer);
  const operations = change === undefined ? removed(pointer) : replaced(pointer, change(before));
  const changed = await resource.jsonPatch(key, operations);
  expect(valueAt(changed, pointer)).not.toEqual(before);
  await atOnce(
    `${pointer} is ${String(before)} again`,
    async () => valueAt(await resource.get(key), pointer) === before,
  );
  // The next edit comes when nobody writes: an API server that has to merge two writes counts node ports twice.
  await idle(scope);
}

/** Pointers to what a controller keeps unset: it would change what a field beside it means. */
export function unsetIn(fields: readonly Leaf[]): readonly string[] {
  return fields.filter(({ value }) => value === null).map(({ pointer }) => pointer);
}

/** Sets what is to be unset as a person would, and waits until it is unset again. */
export async function unsetAgain(scope: Scope, { kind, name, pointer }: Drift, value: unknown): Promise<void> {
  const resource = scope.client.resource(kind);
  const changed = await resource.jsonPatch(keyIn(scope, name), added(pointer, value));
  expect(valueAt(changed, pointer)).toEqual(value);
  const isUnset = async (): Promise<boolean> => valueAt(await resource.get(keyIn(scope, name)), pointer) === undefined;
  await atOnce(`${pointer} is unset again`, isUnset);
  await idle(scope);
}
