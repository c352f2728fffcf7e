import { isRecord } from '@kubewright/declaration';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object that is being made. */
export type Draft = Record<string, unknown>;

/** A copy as if it had been sent: without `undefined`, and without shared parts. */
export function cloneJson<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);
}

/** `object` without some of its members. */
export function omit(object: JsonObject, ...names: readonly string[]): Draft {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Whether there is a null in it. */
export function hasNull(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasNull);
  return value === null || (isRecord(value) && Object.values(value).some(hasNull));
}

/** `value` without members that are null, at any depth, as Go decodes it into a struct. */
export function removeNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeNulls);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, removeNulls(member)]));
}
