import { isRecord } from '../../options/index.ts';

/** Pure: `patch` merged into `target`: `null` removes a field. https://www.rfc-editor.org/rfc/rfc7396 */
export function mergePatch<T extends object>(target: T, patch: object): T {
  const merged = new Map(Object.entries(target) as [string, unknown][]);
  for (const [key, value] of Object.entries(patch) as [string, unknown][]) {
    const before = merged.get(key);
    if (value === null) merged.delete(key);
    else merged.set(key, isRecord(value) ? mergePatch(isRecord(before) ? before : {}, value) : value);
  }
  return Object.fromEntries(merged) as T;
}
