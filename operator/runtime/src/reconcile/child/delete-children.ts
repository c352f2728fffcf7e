import type { Kind, KubeObject } from '../../base/index.ts';
import { isKindGone } from '../../client/index.ts';
import { indexByOwner, isOwnedBy, listReached, ownerUidLabel, type Run } from '../write/index.ts';
import { deleteOne } from './live-child.ts';

/**
 * Deletes the children in any namespace of a terminating owner: those that the cache shows, then those that only the API
 * server knows, because they have lost the operator's label, or their namespace has. A deletion that fails does not stop
 * the others.
 *
 * @returns whether all of them are gone
 */
export async function deleteChildrenInAnyNamespace(run: Run, kind: Kind): Promise<boolean> {
  const { owner } = run;
  const cached = run.environment.getCache(kind).indexBy(indexByOwner).get(owner.metadata.uid);
  if (!(await deleteEach(run, kind, cached))) return false;
  const areGone = await deleteEach(run, kind, await listLiveChildren(run, kind));
  // No watch shows the end of a child that the cache does not have.
  if (!areGone) run.awaitsUnwatchedEnd = true;
  return areGone;
}

async function deleteEach(run: Run, kind: Kind, children: readonly KubeObject[]): Promise<boolean> {
  let areGone = true;
  const failures: unknown[] = [];
  for (const child of children) {
    try {
      areGone = (await deleteOne({ run, kind, because: undefined }, child)) && areGone;
    } catch (error) {
      if (run.signal.aborted) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return areGone;
}

async function listLiveChildren({ environment, owner, signal }: Run, kind: Kind): Promise<readonly KubeObject[]> {
  const cache = environment.getCache(kind);
  const labelSelector = `${ownerUidLabel}=${owner.metadata.uid}`;
  const lists = listReached(cache).map(async (namespace) => {
    const where = namespace === undefined ? {} : { namespace };
    return (await environment.client.resource(kind).list({ ...where, labelSelector, signal })).items;
  });
  try {
    return (await Promise.all(lists)).flat().filter((child) => isOwnedBy(child, owner));
  } catch (error) {
    // The deletion of a CRD takes all children along.
    if (isKindGone(error) && !cache.isPresent) return [];
    throw error;
  }
}
