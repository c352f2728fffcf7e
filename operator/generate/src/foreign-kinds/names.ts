import type { ObjectType, TypeNode } from './types.ts';

/** Names that a module uses itself, or that would hide a global type. */
const taken: ReadonlySet<string> = new Set(['Kind', 'KubeObject', 'NamespacedObject', 'Readonly', 'Record', 'URL']);

/** The name of the interface of a kind, and of its value. API servers also allow `-` and lower case. */
export function nameKind(kind: string): string {
  const name = toPascal(kind);
  return taken.has(name) ? `${name}Object` : name;
}

/** Every object below these types, each once, in the order of a reader. */
export function listObjects(types: readonly TypeNode[]): readonly ObjectType[] {
  const found = new Set<ObjectType>();
  const visit = (type: TypeNode): void => {
    if (type.is === 'text' || type.is === 'union') return;
    if (type.is !== 'object') {
      visit(type.of);
      return;
    }
    if (found.has(type.object)) return;
    found.add(type.object);
    for (const { type: member } of type.object.members) visit(member);
  };
  for (const type of types) visit(type);
  return [...found];
}

/**
 * A name per object: the kind and the last word of its path, and as many words before it as make it unique.
 * `HTTPRouteBackendRef`.
 */
export function nameObjects(kind: string, objects: readonly ObjectType[]): ReadonlyMap<ObjectType, string> {
  const depths = new Map(objects.map((object) => [object, 1]));
  const build = (object: ObjectType): string =>
    kind +
    object.path
      .slice(-(depths.get(object) ?? 1))
      .map(toPascal)
      .join('');
  for (;;) {
    const clashing = [...groupBy(objects, build).values()]
      .filter((group) => group.length > 1)
      .flat()
      .filter((object) => (depths.get(object) ?? 1) < object.path.length);
    if (clashing.length === 0) break;
    for (const object of clashing) depths.set(object, (depths.get(object) ?? 1) + 1);
  }
  return new Map(
    [...groupBy(objects, build)].flatMap(([name, group]) =>
      group.map((object, index) => [object, index === 0 ? name : name + String(index + 1)] as const),
    ),
  );
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(items, key);
}

function toPascal(word: string): string {
  return word
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}
