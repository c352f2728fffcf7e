import { type FieldSet, isRecord, getMember, memoize } from '../../base/index.ts';

/**
 * Whether `owned` covers exactly the fields of `desired`: no other manager has taken or removed one, and we own no
 * further field.
 */
export function isCoveringExactly(owned: FieldSet, desired: unknown): boolean {
  // An empty node below the root stands for a whole value, but an empty root for no field.
  return Object.keys(owned).length === 0 ? isEmpty(desired) || hasNoPath(desired) : isCovering(owned, desired);
}

function isCovering(owned: FieldSet, desired: unknown): boolean {
  const entries = countEntries(owned);
  if (entries === 0) return !('.' in owned) || isEmpty(desired);
  if (Array.isArray(desired)) return entries === desired.length && isCoveringItems(owned, desired);
  return isRecord(desired) && entries === countCovered(owned, desired);
}

/** The number of fields and list items at one level. */
function countEntries(owned: FieldSet): number {
  const entries = Object.keys(owned).length;
  return '.' in owned ? entries - 1 : entries;
}

/** The number of fields of `desired` that `owned` covers exactly; -1 if it does not cover one of them. */
function countCovered(owned: FieldSet, desired: Readonly<Record<string, unknown>>): number {
  let covered = 0;
  for (const name of Object.keys(desired)) {
    const value = desired[name];
    if (value === undefined) continue;
    const node = owned[`f:${name}`];
    if (node === undefined && hasNoPath(value)) continue;
    if (node === undefined || !isCovering(node, value)) return -1;
    covered += 1;
  }
  return covered;
}

function isCoveringItems(owned: FieldSet, desired: readonly unknown[]): boolean {
  for (const entry in owned) {
    if (entry === '.') continue;
    const at = findItemIndex(entry, desired);
    if (at < 0 || !(entry.startsWith('v:') || isCovering(owned[entry] ?? {}, desired[at]))) return false;
  }
  return true;
}

/** The index of the item in `list` that an entry such as `k:{"name":"web"}` or `v:"web"` names; -1 without one. */
export function findItemIndex(entry: string, list: readonly unknown[]): number {
  const wanted = parsedEntry(entry);
  if (entry.startsWith('k:')) {
    const exact = list.findIndex((item) => hasKeys(item, wanted, true));
    return exact >= 0 ? exact : list.findIndex((item) => hasKeys(item, wanted, false));
  }
  // Parses and serializes the value again, because the API server escapes more characters than JavaScript.
  const text = JSON.stringify(wanted);
  return list.findIndex((item) => JSON.stringify(item) === text);
}

const parsedEntry = memoize((entry): unknown => JSON.parse(entry.slice(2)), 1_000);

/**
 * Whether an item has these merge keys. The API server may have added a key that the item lacks (`protocol: TCP`): pass
 * `exactly: false` if no item has all keys.
 */
function hasKeys(item: unknown, keys: unknown, exactly: boolean): boolean {
  if (!isRecord(item) || !isRecord(keys)) return false;
  for (const name in keys) {
    const own = getMember(item, name);
    if (own !== keys[name] && (exactly || own !== undefined)) return false;
  }
  return true;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.values(value).every((member) => member === undefined);
}

/** Returns the part of `value` that `owned` covers. Lists keep their order. */
export function pickOwned(owned: FieldSet, value: unknown): unknown {
  const entries = Object.keys(owned).filter((entry) => entry !== '.');
  if (entries.length === 0) return value;
  if (Array.isArray(value)) {
    const items = entries.flatMap((entry) => {
      const index = findItemIndex(entry, value);
      return index < 0 ? [] : [{ index, part: pickOwned(owned[entry] ?? {}, value[index]) }];
    });
    return items.sort((a, b) => a.index - b.index).map(({ part }) => part);
  }
  if (!isRecord(value)) return value;
  const names = entries.filter((entry) => entry.startsWith('f:')).map((entry) => entry.slice(2));
  return Object.fromEntries(
    names
      .filter((name) => getMember(value, name) !== undefined)
      .map((name) => [name, pickOwned(owned[`f:${name}`] ?? {}, value[name])]),
  );
}

/**
 * Whether a value leaves no path in `fieldsV1`: an empty list that merges by item, or an object that contains only such
 * lists.
 */
function hasNoPath(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (!isRecord(value)) return false;
  const members = Object.values(value).filter((member) => member !== undefined);
  return members.length > 0 && members.every(hasNoPath);
}
