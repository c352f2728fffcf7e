import { groupOf, type Kind } from './kind.ts';
import { controllerOf, type KubeObject, type ObjectKey } from './objects.ts';

/**
 * The key of the resource of `kind` that controls `object`, by the name in its reference. By now another object may
 * have that name.
 */
export function ownerKeyOf(object: KubeObject, kind: Kind): ObjectKey | undefined {
  const owner = controllerOf(object);
  if (owner?.kind !== kind.kind || groupOf(owner.apiVersion) !== kind.group) return undefined;
  return keyBeside(object, kind, owner.name);
}

/** The key of an object that `object` names: in the same namespace, unless `kind` is cluster-scoped. */
export function keyBeside({ metadata }: KubeObject, kind: Kind, name: string): ObjectKey {
  return kind.namespaced && metadata.namespace !== undefined ? { namespace: metadata.namespace, name } : { name };
}
