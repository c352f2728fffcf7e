import { formatKey, getKey, isTerminating, type ObjectKey, OperatorError } from '../../base/index.ts';
import type { Run } from '../write/index.ts';

/**
 * Checks before a creation that the owner is current; otherwise the child would be an orphan for the garbage collector.
 * For a terminating owner, only its clean-up creates children. Errors: `OWNER_DELETED`, `STALE`.
 */
export async function rejectStaleOwner(run: Run): Promise<void> {
  if (run.ownerVerified) return;
  const key: ObjectKey = getKey(run.owner);
  const { client, gateway } = run.environment;
  const live = await client.resource(run.ownerKind).tryGet(key, { signal: run.signal });
  const what = `create children of ${run.ownerKind.kind} ${formatKey(key)}`;
  if (live?.metadata.uid !== run.owner.metadata.uid || (isTerminating(live) && !isTerminating(run.owner))) {
    throw new OperatorError('OWNER_DELETED', what, { object: key });
  }
  // An object that is created only once (a numbered Pod, a running Job) must not follow from an old version of its
  // owner.
  if (live.metadata.resourceVersion !== run.owner.metadata.resourceVersion) {
    gateway.refresh(run, live);
    throw new OperatorError('STALE', what, { object: key });
  }
  run.ownerVerified = true;
}

/**
 * Finalizers that the garbage collector removes from a terminating owner after it has deleted or released the children.
 */
const collectorFinalizers: readonly string[] = ['foregroundDeletion', 'orphan'];

/**
 * Limit of the wait for the garbage collector in milliseconds. It may itself wait for a child, so a longer wait could
 * last forever.
 */
const collectedWithinMs = 30_000;

/**
 * Throws `STALE` while the garbage collector may not have noticed yet that the owner is terminating. When it does, it
 * deletes (foreground) or releases (orphan) every child that it knows, even one that the clean-up has just created.
 */
export function rejectUncollectedOwner({ owner, ownerKind, memory, environment }: Run): void {
  if (!isTerminating(owner) || !owner.metadata.finalizers?.some((name) => collectorFinalizers.includes(name))) return;
  const nowMs = environment.clock.monotonic();
  memory.uncollectedSinceMs ??= nowMs;
  if (nowMs - memory.uncollectedSinceMs >= collectedWithinMs) return;
  const object = getKey(owner);
  const hint =
    'the garbage collector has not yet processed the existing children of this terminating owner; the reconcile is retried';
  throw new OperatorError('STALE', `create children of ${ownerKind.kind} ${formatKey(object)}`, { object, hint });
}
