import { type PlainObject, formatTitle } from '@kubewright/declaration';

/** The objects of a release by kind, namespace and name. Throws if two have the same. */
export function indexByTitle(objects: readonly PlainObject[]): Readonly<Record<string, PlainObject>> {
  const titled = Map.groupBy(objects, formatTitle);
  const twice = [...titled].find(([, those]) => those.length > 1);
  if (twice !== undefined) throw new Error(`${twice[0]} occurs twice`);
  return Object.fromEntries([...titled].map(([title, [object]]) => [title, object as PlainObject]));
}
