import type { KubeObject, ManagedFieldsEntry } from '../../../operator/src/runtime/base/index.ts';
import { pointerTo } from './json-pointer.ts';

/** Owns what the WebServer controller writes. */
export const fieldManager = 'kubewright/web-server';

/** What the controller owns of a child; there is one entry, or something of it could never be removed again. */
export function ownEntry({ metadata }: KubeObject): ManagedFieldsEntry {
  const entries = (metadata.managedFields ?? []).filter(({ manager }) => manager === fieldManager);
  const [entry] = entries;
  if (entry === undefined || entries.length > 1 || entry.operation !== 'Apply') {
    throw new Error(`${metadata.name}: not one Apply entry of ${fieldManager}: ${JSON.stringify(entries)}`);
  }
  return entry;
}

/** Pointers to the leaves that the controller owns of a child whose lists have one item each. KEP-555. */
export function ownPointers(child: KubeObject): readonly string[] {
  return leavesIn(ownEntry(child).fieldsV1, '');
}

/** `f:name` is a property, `k:{…}` an item of a list, `.` the thing itself. */
function leavesIn(fields: unknown, pointer: string): readonly string[] {
  const entries = Object.entries(fields as Record<string, unknown>).filter(([entry]) => entry !== '.');
  if (entries.length === 0) return [pointer];
  return entries.flatMap(([entry, node]) =>
    leavesIn(node, pointerTo(pointer, entry.startsWith('f:') ? entry.slice(2) : '0')),
  );
}
