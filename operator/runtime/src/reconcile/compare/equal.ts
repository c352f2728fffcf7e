import { type FieldSet, isRecord, getMember } from '../../base/index.ts';
import { findItemIndex } from './fields.ts';

/** Whether two values are the same JSON: treats `undefined` as absent, and ignores member order. */
export function isEqualJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((item, at) => isEqualJson(item, other[at]));
  }
  return isRecord(one) && isRecord(other) && isEqualMembers(one, other);
}

type Members = Readonly<Record<string, unknown>>;

function isEqualMembers(one: Members, other: Members): boolean {
  for (const name in one) if (!isEqualJson(one[name], getMember(other, name))) return false;
  for (const name in other) if (other[name] !== undefined && !Object.hasOwn(one, name)) return false;
  return true;
}

/** Whether two values are the same JSON in the fields that `owned` covers, with list items in the same order. */
export function isEqualOwned(owned: FieldSet, one: unknown, other: unknown): boolean {
  if (isWhole(owned)) return isEqualJson(one, other);
  if (Array.isArray(one) && Array.isArray(other)) return isEqualItems(owned, one, other);
  if (!isRecord(one) || !isRecord(other)) return isEqualJson(one, other);
  for (const entry in owned) {
    if (!entry.startsWith('f:')) continue;
    const name = entry.slice(2);
    if (!isEqualOwned(owned[entry] ?? {}, getMember(one, name), getMember(other, name))) return false;
  }
  return true;
}

/** Whether a node of `fieldsV1` is a leaf, or a value that is owned as a whole: both are empty. */
function isWhole(owned: FieldSet): boolean {
  for (const entry in owned) if (entry !== '.') return false;
  return true;
}

function isEqualItems(owned: FieldSet, one: readonly unknown[], other: readonly unknown[]): boolean {
  let areInPlace = true;
  for (const entry in owned) {
    if (entry === '.') continue;
    const [inOne, inOther] = [findItemIndex(entry, one), findItemIndex(entry, other)];
    // A missing member is `undefined`, which is never a JSON value.
    if (!isEqualOwned(owned[entry] ?? {}, one[inOne], other[inOther])) return false;
    areInPlace &&= inOne === inOther;
  }
  return areInPlace || areInOneOrder(owned, one, other);
}

/** Whether two lists have the items that we own in the same order; other items may be between them. */
function areInOneOrder(owned: FieldSet, one: readonly unknown[], other: readonly unknown[]): boolean {
  const places = Object.keys(owned)
    .filter((entry) => entry !== '.')
    .map((entry) => ({ inOne: findItemIndex(entry, one), inOther: findItemIndex(entry, other) }))
    .sort((a, b) => a.inOne - b.inOne);
  return places.every(({ inOther }, index) => index === 0 || inOther >= (places[index - 1]?.inOther ?? 0));
}
