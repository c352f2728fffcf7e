import {
  buildSiblingKey,
  formatKey,
  type Kind,
  type KubeObject,
  type ObjectKey,
  type TypeOf,
} from '../../base/index.ts';

/** The name of an object in the namespace of the resource (or of a cluster-scoped object), or a key. */
type Reference<TName extends string> = TName | { readonly namespace: string; readonly name: TName };

/** Says which objects of a kind each resource refers to: only these are watched, each by its name. */
export interface NamedBy<TName extends string = string> {
  /** The kind that names the objects: the one that the controller reconciles. */
  readonly user: Kind;
  readonly namedBy: (resource: never) => readonly (string | ObjectKey)[];
  /** The names, if they are the same for all resources. @default - any name */
  readonly names?: readonly TName[];
}

/**
 * For `reads` and `watches`: only the objects that resources refer to by name are watched and cached, each with its own
 * watch. The watch starts with the first resource that names the object, and ends with the last one. Use it for a few
 * objects among many, such as the Secret that a spec refers to. Guarantees: a reconcile begins once all objects that
 * its resource names are loaded, so a missing object does not exist. RBAC grants list and watch; with a list of names
 * only for these names.
 * @param user the API of the controller
 * @param names a pure function that returns the objects that a resource refers to: names in its own namespace or of
 *   cluster-scoped objects, or keys; or a list of them, if they are the same for all resources. A cluster-scoped
 *   resource refers to namespaced objects by keys
 */
export function named<K extends Kind, const TName extends string = string>(
  user: K,
  names: readonly Reference<TName>[] | ((resource: TypeOf<K>) => readonly (string | ObjectKey)[]),
): NamedBy<TName> {
  if (typeof names === 'function') return { user, namedBy: names };
  const unique = new Set(names.map((each) => (typeof each === 'string' ? each : each.name)));
  return { user, namedBy: () => names, names: [...unique] };
}

/** The references of a kind's resources to objects of `kind`. */
interface References {
  readonly kind: Kind;
  readonly references: NamedBy['namedBy'];
  /** The function that the author called, for error messages. */
  readonly call: 'named' | 'usedBy';
}

/**
 * Returns the keys of the objects that a resource refers to, without duplicates. Errors: those of the function, and a
 * `TypeError` for a result that is neither a name nor a key: a resource may lack fields of its type, because it was
 * stored before its schema; and for a namespaced object without a namespace.
 */
export function listReferences({ kind, references, call }: References, resource: KubeObject): readonly ObjectKey[] {
  const keys = references(resource as never).map((used) => {
    const key = typeof used === 'string' ? buildSiblingKey(resource, kind, used) : used;
    const problem = findProblem(key, kind);
    if (problem !== undefined) throw new TypeError(`the function of ${call}(…) returned ${problem}`);
    return key;
  });
  return [...new Map(keys.map((key) => [formatKey(key), key])).values()];
}

/** Whether an object can have this key. Keys come from specs, and no request is sent for an impossible one. */
export function canExist({ namespace, name }: ObjectKey): boolean {
  return namespace !== '' && name !== '' && !name.includes('/');
}

function findProblem(key: ObjectKey | undefined, kind: Kind): string | undefined {
  if (typeof key?.name !== 'string')
    return `${key === undefined ? 'undefined' : JSON.stringify(key)} instead of a name or a key`;
  return kind.namespaced && key.namespace === undefined
    ? `the name ${key.name} without the namespace of the ${kind.kind}`
    : undefined;
}
