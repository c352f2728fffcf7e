/**
 * Pure: what of `desired` is not in `live`, field by field: `spec.replicas is 3, not 2`. What `live` has beyond it is
 * fine: defaults, and what others added; but not what is to be unset (`null`).
 */
export function lacks(live: unknown, desired: unknown, path = ''): readonly string[] {
  if (typeof desired !== 'object' || desired === null) {
    const isSo = live === (desired ?? undefined);
    return isSo ? [] : [`${path} is ${JSON.stringify(live)}, not ${JSON.stringify(desired)}`];
  }
  if (Array.isArray(desired) && Array.isArray(live) && live.length !== desired.length) {
    return [`${path} has ${String(live.length)} items, not ${String(desired.length)}`];
  }
  const members = (live ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(desired).flatMap(([name, value]) =>
    value === undefined ? [] : lacks(members[name], value, path === '' ? name : `${path}.${name}`),
  );
}
