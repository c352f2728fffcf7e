import { controllerOf, groupOf, keyText, type Kind, type KubeObject, type ObjectKey } from '../base/index.ts';
import type { Change, ChangeListener } from '../cache/index.ts';

/** Takes a key that has become due. */
export type Enqueue = (key: string, initial: boolean) => void;

/** A change of a resource concerns that resource. */
export function resourceListener(enqueue: Enqueue): ChangeListener<KubeObject> {
  return (change) => {
    enqueue(keyText(change.key), change.initial);
  };
}

/** A change of a child concerns its controller, both the one that it had and the one that it has. */
export function childListener(ownerKind: Kind, enqueue: Enqueue): ChangeListener<KubeObject> {
  return (change) => {
    for (const key of new Set([ownerOf(change.before, ownerKind), ownerOf(change.after, ownerKind)])) {
      if (key !== undefined) enqueue(key, change.initial);
    }
  };
}

/** A change of a watched object concerns whatever the declaration says. */
export function watchedListener(
  mapTo: (object: KubeObject) => readonly ObjectKey[],
  enqueue: Enqueue,
): ChangeListener<KubeObject> {
  return (change: Change<KubeObject>) => {
    const objects = [change.before, change.after].filter((object) => object !== undefined);
    const keys = objects.flatMap((object) => mapTo(object));
    for (const key of new Set(keys.map(keyText))) enqueue(key, change.initial);
  };
}

function ownerOf(child: KubeObject | undefined, ownerKind: Kind): string | undefined {
  const owner = child && controllerOf(child);
  if (owner?.kind !== ownerKind.kind || groupOf(owner.apiVersion) !== ownerKind.group) return undefined;
  const { namespace } = child?.metadata ?? {};
  return keyText(
    ownerKind.namespaced && namespace !== undefined ? { namespace, name: owner.name } : { name: owner.name },
  );
}
