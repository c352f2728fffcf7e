import { appendPointer } from '@kubewright/declaration';

import type { KubeObject, ManagedFieldsEntry } from '../../../operator/runtime/src/base/index.ts';

/**
 * The field manager of a controller.
 * @param controller the name of the controller, such as `web-server`
 */
export function formatFieldManager(controller: string): string {
  return `kubewright/${controller}`;
}

/**
 * Returns the only entry of a controller in `managedFields`. Throws if it has more, because an apply could not remove
 * their fields.
 */
export function getOwnEntry({ metadata }: KubeObject, fieldManager: string): ManagedFieldsEntry {
  const entries = (metadata.managedFields ?? []).filter(({ manager }) => manager === fieldManager);
  const [entry] = entries;
  if (entry === undefined || entries.length > 1 || entry.operation !== 'Apply') {
    throw new Error(
      `${metadata.name}: expected one Apply entry of ${fieldManager}, but got ${JSON.stringify(entries)}`,
    );
  }
  return entry;
}

/**
 * JSON pointers to the leaf fields of a child that a controller owns, from `managedFields` (KEP-555). Each list must
 * have a single item, because the pointer to any item has the index 0.
 */
export function listOwnPointers(child: KubeObject, fieldManager: string): readonly string[] {
  return listLeafPointers(getOwnEntry(child, fieldManager).fieldsV1, '');
}

/**
 * Lists pointers from a node of `fieldsV1`: `f:name` is a field, `k:{…}` an item of a list, `.` the object or item
 * itself.
 */
function listLeafPointers(fields: unknown, pointer: string): readonly string[] {
  const entries = Object.entries(fields as Record<string, unknown>).filter(([entry]) => entry !== '.');
  if (entries.length === 0) return [pointer];
  return entries.flatMap(([entry, node]) =>
    listLeafPointers(node, appendPointer(pointer, entry.startsWith('f:') ? entry.slice(2) : '0')),
  );
}
