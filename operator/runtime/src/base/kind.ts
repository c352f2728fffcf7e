import { getGroup } from '@kubewright/declaration';

import { findController, type KubeObject, type ObjectKey } from './objects.ts';

/** The key of a property that exists only in types, never as a value. */
export declare const objectType: unique symbol;

/**
 * A kind that the API server serves: its API group, version and names, and for the compiler the type of its objects.
 * Built-in kinds such as `Deployment` are values of this type, and so is every API of `defineApi`.
 */
export interface Kind<T extends KubeObject = KubeObject> {
  /** API group; empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The resource's name in URLs and RBAC rules, for example `deployments`. */
  readonly plural: string;
  readonly namespaced: boolean;
  /** Whether to request only `metadata` of the objects: see `onlyMetadata`. @default false */
  readonly metadataOnly?: boolean;
  /**
   * A JSON file with the CRD of a kind from another project, as `kubewright import` writes it. The in-memory API server
   * validates objects with it, and `kubewright dev` installs it on its own control plane. An operator in a cluster
   * never reads it. @default - none
   */
  readonly crdFile?: URL;
  readonly [objectType]?: T;
}

/** An object of which only `apiVersion`, `kind` and `metadata` are requested. */
export type MetadataOf<T extends KubeObject> = Pick<T, keyof KubeObject>;

/**
 * Returns the same kind, but requests only `metadata` of its objects, which reduces network traffic and memory (a Pod
 * takes a sixth). Use it for kinds that you watch only for labels, owners or deletions.
 *
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches
 */
export function onlyMetadata<T extends KubeObject>(kind: Kind<T>): Kind<MetadataOf<T>> {
  const { group, version, plural, namespaced, crdFile } = kind;
  return { group, version, kind: kind.kind, plural, namespaced, metadataOnly: true, ...(crdFile && { crdFile }) };
}

/** The type of the objects of a kind. */
export type TypeOf<K> = K extends { readonly [objectType]?: infer T } ? Exclude<T, undefined> : never;

/** `group/version`, or `version` for the core group: the `apiVersion` of objects. */
export function formatApiVersion(kind: Pick<Kind, 'group' | 'version'>): string {
  return kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
}

/** Formats a kind for messages and cache keys: `Deployment.apps`, `Service`. */
export function formatKind(kind: Pick<Kind, 'group' | 'kind'>): string {
  return kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`;
}

/** Converts a kind to a DNS label: `web-server` for `WebServer`. */
export function toKebabCase(kind: string): string {
  return kind.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
}

/**
 * The key of the `kind` object that controls `object`, from its owner reference. Compares no uid: a later object may
 * have that name by now.
 */
export function findOwnerKey(object: KubeObject, kind: Kind): ObjectKey | undefined {
  const owner = findController(object);
  if (owner?.kind !== kind.kind || getGroup(owner) !== kind.group) return undefined;
  return buildSiblingKey(object, kind, owner.name);
}

/** The key of an object that `object` refers to by name: in the same namespace, unless `kind` is cluster-scoped. */
export function buildSiblingKey({ metadata }: KubeObject, kind: Kind, name: string): ObjectKey {
  return kind.namespaced && metadata.namespace !== undefined ? { namespace: metadata.namespace, name } : { name };
}
