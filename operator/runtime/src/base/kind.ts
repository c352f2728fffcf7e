import { findController, type KubeObject, type ObjectKey } from './objects.ts';

/** The key of a phantom property: types only, never a value. */
export declare const objectType: unique symbol;

/**
 * A kind that the API server serves, as a value: its location, and (for the compiler) the type of its objects.
 * `Deployment`, `Service`, ... of the built-in kinds and every API of `defineApi` are such values.
 */
export interface Kind<T extends KubeObject = KubeObject> {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The resource's name in URLs and RBAC rules, for example `deployments`. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** Whether to request only `metadata` of its objects: see `onlyMetadata`. @default false */
  readonly metadataOnly?: boolean;
  /**
   * For a kind of others: a JSON file with its CRD, as `kubewright import` writes it. The in-memory API server validates
   * objects with it, and `kubewright dev` installs it on its own control plane. An operator in a cluster never reads it.
   * @default - none
   */
  readonly crdFile?: URL;
  readonly [objectType]?: T;
}

/** The fields of an object that `onlyMetadata` leaves. */
export type MetadataOf<T extends KubeObject> = Pick<T, keyof KubeObject>;

/**
 * The same kind with only `metadata` of its objects: a Pod then takes a sixth of the memory, and the network traffic
 * shrinks. For kinds that are watched for their labels, owners or deletions.
 *
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches
 */
export function onlyMetadata<T extends KubeObject>(kind: Kind<T>): Kind<MetadataOf<T>> {
  const { group, version, plural, namespaced, crdFile } = kind;
  return { group, version, kind: kind.kind, plural, namespaced, metadataOnly: true, ...(crdFile && { crdFile }) };
}

/** The type of a kind's objects. */
export type TypeOf<K> = K extends { readonly [objectType]?: infer T } ? Exclude<T, undefined> : never;

/** `group/version`, or `version` for the core group: the `apiVersion` of objects. */
export function formatApiVersion(kind: Pick<Kind, 'group' | 'version'>): string {
  return kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
}

/** The group of an `apiVersion`; empty for the core group. */
export function parseGroup(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** A kind for messages and cache keys: `Deployment.apps`, `Service`. */
export function formatKind(kind: Pick<Kind, 'group' | 'kind'>): string {
  return kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`;
}

/** The name of a kind as a DNS label: `web-server`. */
export function toKebabCase(kind: string): string {
  return kind.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}

/**
 * The key of the resource of `kind` that controls `object`, by the name in its reference. By now another object may
 * have that name.
 */
export function findOwnerKey(object: KubeObject, kind: Kind): ObjectKey | undefined {
  const owner = findController(object);
  if (owner?.kind !== kind.kind || parseGroup(owner.apiVersion) !== kind.group) return undefined;
  return buildSiblingKey(object, kind, owner.name);
}

/** The key of an object that `object` names: in the same namespace, unless `kind` is cluster-scoped. */
export function buildSiblingKey({ metadata }: KubeObject, kind: Kind, name: string): ObjectKey {
  return kind.namespaced && metadata.namespace !== undefined ? { namespace: metadata.namespace, name } : { name };
}
