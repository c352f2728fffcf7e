import { appendPointer } from '@kubewright/declaration';

import { type FieldSet, isRecord, type KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { findItemIndex, pickOwned } from '../../../operator/runtime/src/reconcile/compare/fields.ts';
import { manager } from './apply-fixture.ts';

/** A field or a list item that the runtime owns in an object. */
export interface Leaf {
  /** The path of the field as a JSON pointer. */
  readonly pointer: string;
  readonly value: unknown;
}

/** The fields that the runtime owns in an object, without the owner reference, which is written only on creation. */
function getOwnFields({ metadata }: KubeObject): FieldSet {
  const entry = metadata.managedFields?.find((each) => each.manager === manager && each.operation === 'Apply');
  const { 'f:metadata': ofMetadata = {}, ...rest } = (entry?.fieldsV1 ?? {}) as FieldSet;
  const { 'f:ownerReferences': _references, ...kept } = ofMetadata;
  return { 'f:metadata': kept, ...rest };
}

/**
 * Selects the part of an object that the runtime owns, with its current values.
 * @param by the object whose managed fields define that part. @default `object`
 */
export function pickOwnPart(object: KubeObject, by: KubeObject = object): unknown {
  return pickOwned(getOwnFields(by), object);
}

/** Lists all fields and list items that the runtime owns and another client may edit. */
export function listOwnLeaves(object: KubeObject): readonly Leaf[] {
  return listLeaves(getOwnFields(object), object, '');
}

function listLeaves(fields: FieldSet, value: unknown, pointer: string): readonly Leaf[] {
  const entries = Object.entries(fields).filter(([entry]) => entry !== '.');
  if (entries.length === 0) return value === undefined ? [] : [{ pointer, value }];
  return entries.flatMap(([entry, node]): readonly Leaf[] => {
    if (entry.startsWith('f:') && isRecord(value)) {
      const name = entry.slice(2);
      return listLeaves(node, value[name], appendPointer(pointer, name));
    }
    const index = Array.isArray(value) ? findItemIndex(entry, value) : -1;
    if (index < 0) return [];
    const item = (value as readonly unknown[])[index];
    const at = `${pointer}/${String(index)}`;
    const inside = entry.startsWith('k:') ? listLeaves(removeKeys(entry, node, pointer), item, at) : [];
    return [{ pointer: at, value: item }, ...inside];
  });
}

/**
 * The fields of a list item without its merge keys. If a client edits such a key, the result is another item that this
 * client owns, and that the runtime ignores. Ports keep their keys, because two ports cannot have the same name.
 */
function removeKeys(entry: string, node: FieldSet, pointer: string): FieldSet {
  if (pointer.endsWith('/ports')) return node;
  const keys = Object.keys(JSON.parse(entry.slice(2)) as object).map((name) => `f:${name}`);
  return Object.fromEntries(Object.entries(node).filter(([name]) => !keys.includes(name)));
}
