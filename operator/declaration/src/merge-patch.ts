import { isRecord } from './json.ts';

/**
 * Applies a merge patch to `target`: `null` removes a field, objects merge at every depth, other values replace.
 * Ignores `undefined` fields of the patch.
 *
 * @param added builds the value of a patch field if the field of `target` is not an object. @default - the value
 * without null fields; lists do not change: https://www.rfc-editor.org/rfc/rfc7396
 */
export function mergePatch<T extends object>(target: T, patch: object, added?: (value: unknown) => unknown): T;
export function mergePatch(target: unknown, patch: unknown, added?: (value: unknown) => unknown): unknown;
export function mergePatch(target: unknown, patch: unknown, added = removeNullFields): unknown {
  if (!isRecord(target)) return added(patch);
  if (!isRecord(patch)) return patch;
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else if (value !== undefined) merged.set(name, mergePatch(merged.get(name), value, added));
  }
  return Object.fromEntries(merged);
}

function removeNullFields(value: unknown): unknown {
  return isRecord(value) ? mergePatch({}, value) : value;
}
