/** Whether a value is a JSON object: not a list and not null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own member: a user's map may have a key such as `constructor`, which every object inherits. */
export function getMember<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Appends a member name to a JSON Pointer. https://www.rfc-editor.org/rfc/rfc6901 */
export function appendPointer(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Splits a JSON Pointer into names: `/a~1b/0` becomes `a/b` and `0`, the empty pointer an empty list. */
export function parsePointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at `pointer`; `undefined` if it does not exist. */
export function getAtPointer(document: unknown, pointer: string): unknown {
  return parsePointer(pointer).reduce<unknown>(findChild, document);
}

function findChild(parent: unknown, name: string): unknown {
  if (Array.isArray(parent)) return /^(0|[1-9]\d*)$/.test(name) ? (parent[Number(name)] as unknown) : undefined;
  return isRecord(parent) ? getMember(parent, name) : undefined;
}
