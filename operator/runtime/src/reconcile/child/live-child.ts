import { isTerminating, type Kind, type KubeObject, type ObjectKey } from '../../base/index.ts';
import { isOwnedBy, isWatched, findOwnChild, type Run } from '../write/index.ts';

/** The child from the API server, if it is ours. */
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

/** The child to delete, and the reason. */
interface Deleting<T extends KubeObject> {
  readonly run: Run;
  readonly kind: Kind<T>;
  readonly because: string | undefined;
}

/**
 * Deletes our child by its uid; does not change an unowned object.
 *
 * @returns whether our child with that name is gone
 */
export async function deleteChild<T extends KubeObject>(
  { run, kind, because }: Deleting<T>,
  key: ObjectKey,
): Promise<boolean> {
  const { environment } = run;
  const child = findOwnChild(environment.getCache(kind), key, run.owner) ?? (await getLiveChild(run, kind, key));
  if (child === undefined) return true;
  noteTerminating(run, child);
  if (isTerminating(child)) return false;
  const left = await environment.gateway.delete(run, kind, { child, because });
  noteTerminating(run, left);
  return left === undefined;
}

/**
 * The deletion of a child starts the next reconcile; but no watch shows a child without our label, so this reconcile
 * has to be repeated.
 */
export function noteTerminating(run: Run, child: KubeObject | undefined): void {
  if (child === undefined || !isTerminating(child) || isWatched(child, run.environment.operator)) return;
  run.awaitsUnwatchedEnd = true;
}
