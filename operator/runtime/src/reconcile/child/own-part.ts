import { type FieldSet, isRecord, type KubeObject, getMember } from '../../base/index.ts';
import { findOwnFields } from '../../cache/index.ts';
import { findItemIndex, pickOwned } from '../compare/index.ts';

/**
 * Picks the fields that we have applied to a child, except metadata, with their present values; none if we have applied
 * nothing.
 */
export function pickOwnPart(live: KubeObject, fieldManager: string): object {
  const { 'f:metadata': _metadata, ...rest } = findOwnFields(live, fieldManager)?.fields ?? {};
  return Object.keys(rest).length === 0 ? {} : (withUnset(rest, pickOwned(rest, live)) as object);
}

/** Adds `null` for fields that we have applied as `null`, so that they stay ours. */
function withUnset(owned: FieldSet, value: unknown): unknown {
  const entries = Object.entries(owned).filter(([entry]) => entry !== '.');
  if (Array.isArray(value)) {
    const nodes = new Map(entries.map(([entry, node]) => [findItemIndex(entry, value), node] as const));
    return value.map((item: unknown, index) => withUnset(nodes.get(index) ?? {}, item));
  }
  if (!isRecord(value)) return value;
  const members = entries.map(([entry, node]) => {
    const name = entry.slice(2);
    const unset = Object.keys(node).length === 0 ? null : {};
    return [name, withUnset(node, getMember(value, name) ?? unset)] as const;
  });
  return { ...value, ...Object.fromEntries(members) };
}
