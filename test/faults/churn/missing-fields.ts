/**
 * Lists the fields of `desired` that `live` lacks or has with another value: `spec.replicas is 3, not 2`. `live` may
 * have other fields, such as defaults, but no field that is `null` in `desired`.
 */
export function findMissingFields(live: unknown, desired: unknown, path = ''): readonly string[] {
  if (typeof desired !== 'object' || desired === null) {
    const isSame = live === (desired ?? undefined);
    return isSame ? [] : [`${path} is ${JSON.stringify(live)}, not ${JSON.stringify(desired)}`];
  }
  if (Array.isArray(desired) && Array.isArray(live) && live.length !== desired.length) {
    return [`${path} has ${String(live.length)} items, not ${String(desired.length)}`];
  }
  const members = (live ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(desired).flatMap(([name, value]) =>
    value === undefined ? [] : findMissingFields(members[name], value, path === '' ? name : `${path}.${name}`),
  );
}
