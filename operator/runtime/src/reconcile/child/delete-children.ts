import type { Kind, KubeObject } from '../../base/index.ts';
import { isKindGone } from '../../client/index.ts';
import { indexByOwner, isOwnedBy, listReached, ownerUidLabel, type Run } from '../write/index.ts';
import { deleteOne } from './live-child.ts';

/**
 * Deletes the children of a terminating owner in any namespace: those that the cache shows, then those that only the
 * API server knows, because they, or their namespaces, have lost the label that the cache selects. A deletion that
 * fails does not stop the others.
 * @returns whether all of them are gone
 */
export async function deleteChildrenInAnyNamespace(run: Run, kind: Kind): Promise<boolean> {
  const { owner } = run;
  const cached = run.environment.getCache(kind).indexBy(indexByOwner).get(owner.metadata.uid);
  if (!(await deleteEach(run, kind, cached))) return false;
  const live = await listLiveChildren(run, kind).catch((error: unknown) => listInOtherVersion(run, kind, error));
  const areGone = await deleteEach(run, live.kind, live.children);
  // The cache may not contain some of the children, so no watch event would start the next reconcile.
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

interface LiveChildren {
  readonly kind: Kind;
  readonly children: readonly KubeObject[];
}

async function listLiveChildren(run: Run, kind: Kind): Promise<LiveChildren> {
  const { environment, owner, ownerKind, signal } = run;
  const labelSelector = `${ownerUidLabel}=${owner.metadata.uid}`;
  const cache = environment.getCache(kind);
  // The cache of an optional kind that is not installed has no namespaces, so those of the owner's cache count.
  const reached = listReached(cache.isPresent ? cache : environment.getCache(ownerKind));
  const lists = reached.map(async (namespace) => {
    const where = namespace === undefined ? {} : { namespace };
    return (await environment.client.resource(kind).list({ ...where, labelSelector, signal })).items;
  });
  const children = (await Promise.all(lists)).flat().filter((child) => isOwnedBy(child, owner));
  return { kind, children };
}

/** Lists the children in another version if the CRD has dropped ours. If the CRD is deleted, so are all children. */
async function listInOtherVersion(run: Run, kind: Kind, error: unknown): Promise<LiveChildren> {
  const { environment, signal } = run;
  if (!isKindGone(error) || environment.getCache(kind).isPresent) throw error;
  const other = await environment.findOtherVersion?.(kind, signal);
  return other === undefined ? { kind, children: [] } : await listLiveChildren(run, other);
}
