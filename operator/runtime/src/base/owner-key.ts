import { groupOf, type Kind } from './kind.ts';
import { controllerOf, type KubeObject, type ObjectKey } from './objects.ts';

/**
 * The key of the resource of `kind` that controls `object`, by the name in its reference: it may be another one by now,
 * under the same name.
 */
export function ownerKeyOf(object: KubeObject, kind: Kind): ObjectKey | undefined {
  const owner = controllerOf(object);
  if (owner?.kind !== kind.kind || groupOf(owner.apiVersion) !== kind.group) return undefined;
  return keyBeside(object, kind, owner.name);
}

/** The key of what `object` names: in its own namespace, unless `kind` has none. */
export function keyBeside({ metadata }: KubeObject, kind: Kind, name: string): ObjectKey {
  return kind.namespaced && metadata.namespace !== undefined ? { namespace: metadata.namespace, name } : { name };
}
