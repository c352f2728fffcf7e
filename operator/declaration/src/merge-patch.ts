import { isRecord } from './json.ts';

/**
 * `target` after a merge patch: `null` removes a field, objects merge at every depth, everything else replaces. Fields of
 * the patch that are `undefined` are not there.
 *
 * @param added makes a value of what the patch has where `target` has no object. @default - the value without fields that
 * are null; lists stay as they are: https://www.rfc-editor.org/rfc/rfc7396
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
