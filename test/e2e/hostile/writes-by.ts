/**
 * Groups writes by custom resource: writes of it, of children whose names begin with its own, and of their events. If
 * two names fit, the longer one counts.
 */
export function groupWrites(
  writes: readonly string[],
  names: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const known = new Set(names);
  return Map.groupBy(writes, (write) => findOwner(write.split(/[ /]/)[2] ?? '', known));
}

function findOwner(object: string, names: ReadonlySet<string>): string {
  let name = object;
  while (name !== '' && !names.has(name))
    name = name.slice(0, Math.max(name.lastIndexOf('-'), name.lastIndexOf('.'), 0));
  return name;
}
