/** The value at a path such as `spec.template.spec`; `undefined` where a step is absent. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((each, key) => memberOf(recordOf(each), key), value);
}

/** The list at a path; empty where there is none. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** The strings of the list at a path. */
export function textsAt(value: unknown, path: string): readonly string[] {
  return listAt(value, path).filter((each) => typeof each === 'string');
}

/** The string at a path. */
export function textAt(value: unknown, path: string): string | undefined {
  const found = at(value, path);
  return typeof found === 'string' ? found : undefined;
}

/** Whether a JSON value is an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of an object's own: a map of users may have a key such as `constructor`, which every object inherits. */
export function memberOf<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
