import { isRecord } from '@kubewright/declaration';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object that is not complete yet. */
export type Draft = Record<string, unknown>;

/** Copies a value as sending it would: without `undefined`, and without shared parts. */
export function cloneJson<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T);
}

export function omit(object: JsonObject, ...names: readonly string[]): Draft {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

export function hasNull(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasNull);
  return value === null || (isRecord(value) && Object.values(value).some(hasNull));
}

/** Removes null fields at any depth, like Go when it decodes JSON into a struct. */
export function removeNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeNulls);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, removeNulls(member)]));
}
