import { isObject } from '../json.ts';

/** `target` after a merge patch: null removes, objects merge, everything else replaces. RFC 7386. */
export function mergePatched(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = { ...(isObject(target) ? target : {}) };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(merged, name);
    else merged[name] = mergePatched(merged[name], value);
  }
  return merged;
}
