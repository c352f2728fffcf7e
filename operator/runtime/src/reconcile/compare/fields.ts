/**
 * One level of `fieldsV1`: which fields a manager owns. `f:name` is a property, `k:{...}` an item of a list by its
 * keys, `v:value` an item of a set, `.` the object or list itself; an empty node is a leaf or owned as a whole.
 * KEP-555.
 */
export interface FieldSet {
  readonly [entry: string]: FieldSet;
}

/**
 * Whether `owned` covers exactly the paths of `desired`: others have taken or removed no desired field, and we own no
 * other field.
 */
export function coversExactly(owned: FieldSet, desired: unknown): boolean {
  // An empty node stands for a whole field, but an empty root for no field.
  return Object.keys(owned).length === 0 ? isEmpty(desired) || leavesNoPath(desired) : covers(owned, desired);
}

function covers(owned: FieldSet, desired: unknown): boolean {
  const entries = Object.keys(owned).filter((entry) => entry !== '.');
  if (entries.length === 0) return !('.' in owned) || isEmpty(desired);
  if (Array.isArray(desired)) return coversItems(owned, entries, desired);
  if (isRecord(desired)) return coversProperties(owned, entries, desired);
  return false;
}

function coversProperties(owned: FieldSet, entries: readonly string[], desired: Record<string, unknown>): boolean {
  const wanted = Object.entries(desired).filter(([, value]) => value !== undefined);
  const present = wanted.filter(([name, value]) => !leavesNoPath(value) || `f:${name}` in owned);
  return (
    present.length === entries.length &&
    present.every(([name, value]) => {
      const node = owned[`f:${name}`];
      return node !== undefined && covers(node, value);
    })
  );
}

function coversItems(owned: FieldSet, entries: readonly string[], desired: readonly unknown[]): boolean {
  if (entries.length !== desired.length) return false;
  return entries.every((entry) => {
    const node = owned[entry];
    const item = itemOf(entry, desired);
    return node !== undefined && item !== undefined && (entry.startsWith('v:') || covers(node, item.value));
  });
}

/** The item of `list` that an entry such as `k:{"name":"web"}` or `v:"web"` names. */
export function itemOf(
  entry: string,
  list: readonly unknown[],
): { readonly index: number; readonly value: unknown } | undefined {
  const wanted: unknown = JSON.parse(entry.slice(2));
  const matches = entry.startsWith('k:')
    ? [
        (item: unknown): boolean => hasKeys(item, wanted, true),
        (item: unknown): boolean => hasKeys(item, wanted, false),
      ]
    : // Parsed and serialized again: the API server escapes more characters than necessary.
      [(item: unknown): boolean => JSON.stringify(item) === JSON.stringify(wanted)];
  const index = matches.map((match) => list.findIndex(match)).find((found) => found >= 0);
  return index === undefined ? undefined : { index, value: list[index] };
}

/**
 * A merge key that the server fills in (`protocol: TCP`) is in `k:` though the item has none: matched only if no item
 * matches exactly.
 */
function hasKeys(item: unknown, keys: unknown, exactly: boolean): boolean {
  if (!isRecord(item) || !isRecord(keys)) return false;
  return Object.entries(keys).every(([name, value]) => item[name] === value || (!exactly && item[name] === undefined));
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

/** The part of `value` that `owned` covers; lists keep their order. */
export function pickOwned(owned: FieldSet, value: unknown): unknown {
  const entries = Object.keys(owned).filter((entry) => entry !== '.');
  if (entries.length === 0) return value;
  if (Array.isArray(value)) {
    const items = entries.flatMap((entry) => {
      const item = itemOf(entry, value);
      return item === undefined ? [] : [{ index: item.index, part: pickOwned(owned[entry] ?? {}, item.value) }];
    });
    return items.sort((a, b) => a.index - b.index).map(({ part }) => part);
  }
  if (!isRecord(value)) return value;
  const names = entries.filter((entry) => entry.startsWith('f:')).map((entry) => entry.slice(2));
  return Object.fromEntries(
    names
      .filter((name) => value[name] !== undefined)
      .map((name) => [name, pickOwned(owned[`f:${name}`] ?? {}, value[name])]),
  );
}

/** An empty list that merges by item leaves no path in `fieldsV1`, nor does an object of nothing but such lists. */
function leavesNoPath(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (!isRecord(value)) return false;
  const members = Object.values(value).filter((member) => member !== undefined);
  return members.length > 0 && members.every(leavesNoPath);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
