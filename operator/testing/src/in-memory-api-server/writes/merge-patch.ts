import { isRecord } from '@kubewright/declaration';

import { withoutNulls } from '../json.ts';

/**
 * `target` after a merge patch: null removes, objects merge, everything else replaces. RFC 7386, except that the nulls in
 * a list that replaces an object or a list stay, as in the API server.
 */
export function mergePatched(target: unknown, patch: unknown): unknown {
  if (!isRecord(target)) return withoutNulls(patch);
  if (!isRecord(patch)) return patch;
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatched(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
