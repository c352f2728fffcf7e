/**
 * Pure: what of `desired` is not in `live`, field by field: `spec.replicas is 3, not 2`. What `live` has beyond it is
 * fine: defaults, and what others added.
 */
export function lacks(live: unknown, desired: unknown, path = ''): readonly string[] {
  if (typeof desired !== 'object' || desired === null) {
    return live === desired ? [] : [`${path} is ${JSON.stringify(live)}, not ${JSON.stringify(desired)}`];
  }
  if (Array.isArray(desired) && Array.isArray(live) && live.length !== desired.length) {
    return [`${path} has ${String(live.length)} items, not ${String(desired.length)}`];
  }
  const members = (live ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(desired).flatMap(([name, value]) =>
    value === undefined ? [] : lacks(members[name], value, path === '' ? name : `${path}.${name}`),
  );
}
