/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object that is being made. */
export type Draft = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy as it would have travelled: without what is `undefined`, and shared with nobody. */
export function copyOf<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);
}

/** The same JSON, whatever the order of its members. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => sameJson(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = membersOf(one);
  return names.length === membersOf(other).length && names.every((name) => sameJson(one[name], other[name]));
}

/** The value at `path`, if everything above it is there. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
}

/** `object` without some of its members. */
export function without(object: JsonObject, ...names: readonly string[]): Draft {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function membersOf(object: JsonObject): string[] {
  return Object.keys(object).filter((name) => object[name] !== undefined);
}
