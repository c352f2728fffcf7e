import { isRecord, type PatchOperation } from '../../options/index.ts';
import { memberOf } from '../../objects/index.ts';
import { mergePatch } from '../pod/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Pure: the operations that merge `patch` into `target`, each about as little as possible. */
export function mergeOperations(target: Fields, patch: Fields, at = ''): PatchOperation[] {
  return Object.entries(patch).flatMap(([key, value]): PatchOperation[] => {
    const path = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const before = memberOf(target, key);
    if (value === undefined) return [];
    if (value === null) return before === undefined ? [] : [{ op: 'remove', path }];
    if (!isRecord(value)) return [{ op: 'add', path, value }];
    return isRecord(before)
      ? mergeOperations(before, value, path)
      : [{ op: 'add', path, value: mergePatch({}, value) }];
  });
}
