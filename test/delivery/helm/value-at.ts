/** Pure: the value at a path, such as `image.tag`; `undefined` if there is none. */
export function valueAt(from: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => (isMap(found) ? found[key] : undefined), from);
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
