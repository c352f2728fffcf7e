import { isRecord, memberOf } from '@kubewright/declaration';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object that is being made. */
export type Draft = Record<string, unknown>;

/** A copy as if it had been sent: without `undefined`, and without shared parts. */
export function copyOf<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);
}

/** The same JSON, whatever the order of its members. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => sameJson(item, other[index]));
  }
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const names = membersOf(one);
  return names.length === membersOf(other).length && names.every((name) => sameJson(one[name], memberOf(other, name)));
}

/** The value at `path`, if everything above it is there. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isRecord(at) ? memberOf(at, name) : undefined), value);
}

/** `object` without some of its members. */
export function without(object: JsonObject, ...names: readonly string[]): Draft {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Whether there is a null in it. */
export function hasNull(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasNull);
  return value === null || (isRecord(value) && Object.values(value).some(hasNull));
}

/** `value` without members that are null, at any depth, as Go decodes it into a struct. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

function membersOf(object: JsonObject): string[] {
  return Object.keys(object).filter((name) => object[name] !== undefined);
}
