import type { KubeObject, ManagedFieldsEntry } from '../../../operator/runtime/src/base/index.ts';
import { pointerTo } from './json-pointer.ts';

/** Owns what a controller writes. @param controller its name, such as `web-server` */
export function fieldManagerOf(controller: string): string {
  return `kubewright/${controller}`;
}

/** What a controller owns of a child; there is one entry, or something of it could never be removed again. */
export function ownEntry({ metadata }: KubeObject, fieldManager: string): ManagedFieldsEntry {
  const entries = (metadata.managedFields ?? []).filter(({ manager }) => manager === fieldManager);
  const [entry] = entries;
  if (entry === undefined || entries.length > 1 || entry.operation !== 'Apply') {
    throw new Error(`${metadata.name}: not one Apply entry of ${fieldManager}: ${JSON.stringify(entries)}`);
  }
  return entry;
}

/** Pointers to the leaves that a controller owns of a child whose lists have one item each. KEP-555. */
export function ownPointers(child: KubeObject, fieldManager: string): readonly string[] {
  return leavesIn(ownEntry(child, fieldManager).fieldsV1, '');
}

/** `f:name` is a property, `k:{…}` an item of a list, `.` the thing itself. */
function leavesIn(fields: unknown, pointer: string): readonly string[] {
  const entries = Object.entries(fields as Record<string, unknown>).filter(([entry]) => entry !== '.');
  if (entries.length === 0) return [pointer];
  return entries.flatMap(([entry, node]) =>
    leavesIn(node, pointerTo(pointer, entry.startsWith('f:') ? entry.slice(2) : '0')),
  );
}
