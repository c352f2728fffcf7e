import { isRecord, getMember, type PatchOperation, appendPointer } from '../base/index.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON patch from `before` to `after`; an empty list if they are equal. Treats `undefined` as absent, like
 * JSON. Replaces a list as a whole if its length differs, because a patch by position could hit items that other
 * webhooks have inserted.
 */
export function createPatch(before: unknown, after: unknown): readonly PatchOperation[] {
  return [...diffAt('', before, after)];
}

function* diffAt(path: string, before: unknown, after: unknown): Generator<PatchOperation> {
  if (Object.is(before, after)) return;
  if (isRecord(before) && isRecord(after)) yield* diffMaps(path, before, after);
  else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, item] of before.entries()) yield* diffAt(`${path}/${String(index)}`, item, after[index]);
  } else yield { op: 'replace', path, value: after };
}

function* diffMaps(path: string, before: Json, after: Json): Generator<PatchOperation> {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, wanted] = [getMember(before, name), getMember(after, name)];
    const at = appendPointer(path, name);
    if (old === undefined && wanted !== undefined) yield { op: 'add', path: at, value: wanted };
    else if (old !== undefined && wanted === undefined) yield { op: 'remove', path: at };
    else yield* diffAt(at, old, wanted);
  }
}
