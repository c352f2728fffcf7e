import { isTerminating, type Kind, type KubeObject, type ObjectKey } from '../../base/index.ts';
import { findOwnerOf, isOwnedBy, isWatched, findOwnChild, type Run } from '../write/index.ts';

/** Reads a child from the API server; `undefined` if it does not exist or does not belong to the owner. */
export async function getLiveChild<T extends KubeObject>(
  run: Run,
  kind: Kind<T>,
  key: ObjectKey,
): Promise<T | undefined> {
  const live = await run.environment.client.resource(kind).tryGet(key, { signal: run.signal });
  if (live === undefined || !isOwnedBy(live, run.owner)) {
    if (live !== undefined) run.noteUnowned(kind, key, live);
    return undefined;
  }
  run.noteSeen(kind, key);
  noteTerminating(run, live);
  return run.environment.getCache(kind).trim(live);
}

/** The kind of a child to delete, and the reason. */
interface Deleting<T extends KubeObject> {
  readonly run: Run;
  readonly kind: Kind<T>;
  readonly because: string | undefined;
}

/**
 * Deletes a child of the owner by its uid; leaves an unowned object unchanged.
 * @returns whether no child with that name is left
 */
export async function deleteChild<T extends KubeObject>(
  { run, kind, because }: Deleting<T>,
  key: ObjectKey,
): Promise<boolean> {
  const { environment } = run;
  const child = findOwnChild(environment.getCache(kind), key, run.owner) ?? (await getLiveChild(run, kind, key));
  return child === undefined || deleteOne({ run, kind, because }, child);
}

/** Deletes a child that is known to belong to the owner. Returns whether it is gone. */
export async function deleteOne<T extends KubeObject>({ run, kind, because }: Deleting<T>, child: T): Promise<boolean> {
  noteTerminating(run, child);
  if (isTerminating(child)) return false;
  const left = await run.environment.gateway.delete(run, kind, { child, because });
  noteTerminating(run, left);
  return left === undefined;
}

/**
 * Decides how the next reconcile learns that a terminating child is gone. Usually its watch event starts that
 * reconcile. But no watch shows a child without our label, and a child without our annotation leads to no owner: then
 * this reconcile is repeated.
 */
export function noteTerminating(run: Run, child: KubeObject | undefined): void {
  if (child === undefined || !isTerminating(child)) return;
  const wakesOwner = findOwnerOf(child, run.ownerKind)?.name === run.owner.metadata.name;
  if (wakesOwner && isWatched(child, run.environment.operator)) return;
  run.awaitsUnwatchedEnd = true;
}
