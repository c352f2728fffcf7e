/**
 * The writes about each custom resource: to it, to a child whose name begins with its own, or to an event of either. If
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
