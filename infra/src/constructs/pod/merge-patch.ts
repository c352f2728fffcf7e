import { isRecord } from '../../shape/index.ts';

/** Pure: `patch` merged into `target`: `null` removes a field. https://www.rfc-editor.org/rfc/rfc7396 */
export function mergePatch<T extends object>(target: T, patch: object): T {
  const merged = { ...target } as Record<string, unknown>;
  for (const [key, value] of Object.entries(patch) as [string, unknown][]) {
    const before = merged[key];
    if (value === null) delete merged[key];
    else merged[key] = isRecord(value) ? mergePatch(isRecord(before) ? before : {}, value) : value;
  }
  return merged as T;
}
