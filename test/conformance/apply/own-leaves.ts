import type { KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { type FieldSet, isRecord, itemOf, pickOwned } from '../../../operator/runtime/src/reconcile/compare/fields.ts';
import { manager } from './apply-fixture.ts';

/** A value of ours in an object: its path, and whether it is an item of a list, or a field. */
export interface Leaf {
  readonly pointer: string;
  readonly value: unknown;
}

/** The fields that we own in an object, without the owner reference, which is written once. */
function ownFields({ metadata }: KubeObject): FieldSet {
  const entry = metadata.managedFields?.find((each) => each.manager === manager && each.operation === 'Apply');
  const { 'f:metadata': ofMetadata = {}, ...rest } = (entry?.fieldsV1 ?? {}) as FieldSet;
  const { 'f:ownerReferences': _references, ...kept } = ofMetadata;
  return { 'f:metadata': kept, ...rest };
}

/**
 * The part of an object that we own, with its present values. @param by the object whose managed fields decide; the
 * object itself if absent
 */
export function ownPart(object: KubeObject, by: KubeObject = object): unknown {
  return pickOwned(ownFields(by), object);
}

/** Everything of ours that another client might edit: fields and items of lists. */
export function ownLeaves(object: KubeObject): readonly Leaf[] {
  return leavesIn(ownFields(object), object, '');
}

function leavesIn(fields: FieldSet, value: unknown, pointer: string): readonly Leaf[] {
  const entries = Object.entries(fields).filter(([entry]) => entry !== '.');
  if (entries.length === 0) return value === undefined ? [] : [{ pointer, value }];
  return entries.flatMap(([entry, node]): readonly Leaf[] => {
    if (entry.startsWith('f:') && isRecord(value)) {
      const name = entry.slice(2);
      return leavesIn(node, value[name], `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    }
    const item = Array.isArray(value) ? itemOf(entry, value) : undefined;
    if (item === undefined) return [];
    const at = `${pointer}/${String(item.index)}`;
    const inside = entry.startsWith('k:') ? leavesIn(withoutKeys(entry, node, pointer), item.value, at) : [];
    return [{ pointer: at, value: item.value }, ...inside];
  });
}

/**
 * An item whose key is changed is a new item of the other client, and stays beside ours. Ports are the exception: two
 * of them cannot have one name.
 */
function withoutKeys(entry: string, node: FieldSet, pointer: string): FieldSet {
  if (pointer.endsWith('/ports')) return node;
  const keys = Object.keys(JSON.parse(entry.slice(2)) as object).map((name) => `f:${name}`);
  return Object.fromEntries(Object.entries(node).filter(([name]) => !keys.includes(name)));
}
