import { type PlainObject, formatTitle } from '@kubewright/declaration';

/** Indexes objects by kind, namespace and name. Throws if two objects have the same. */
export function indexByTitle(objects: readonly PlainObject[]): Readonly<Record<string, PlainObject>> {
  const titled = Map.groupBy(objects, formatTitle);
  const twice = [...titled].find(([, those]) => those.length > 1);
  if (twice !== undefined) throw new Error(`${twice[0]} occurs twice`);
  return Object.fromEntries([...titled].map(([title, [object]]) => [title, object as PlainObject]));
}
