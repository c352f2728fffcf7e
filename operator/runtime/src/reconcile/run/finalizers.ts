import { keyOf, type KubeObject, OperatorError } from '../../base/index.ts';
import { isApiError, type JsonPatchOperation } from '../../client/index.ts';
import type { ControllerDefinition } from '../declare/index.ts';
import type { Run, WriteWords } from '../write/index.ts';

/** What a controller has to do with finalizers. */
type Finalizing = Pick<ControllerDefinition, 'finalizer' | 'releases'>;

/** Whether `owner` carries the finalizer of the controller, by any of its names. */
export function hasFinalizer({ finalizer }: Finalizing, { metadata }: KubeObject): boolean {
  if (finalizer === undefined) return false;
  const names = [finalizer.name, ...(finalizer.replaces ?? [])];
  return names.some((name) => metadata.finalizers?.includes(name));
}

/**
 * Updates the finalizers of a resource that is not being deleted, in one patch: ours is there, older names of it and
 * those that nobody removes any more are not.
 *
 * Guarantees: nothing is sent if they are so already; the finalizers of others stay, whatever was done to the list
 * meanwhile; no later incarnation is touched. After it, `run.owner` is the object with its finalizers.
 * Errors: `API_CONFLICT` if the object has changed meanwhile; the next run sees how. `OWNER_GONE` if it is deleted.
 */
export async function updateFinalizers(run: Run, { finalizer, releases }: Finalizing): Promise<void> {
  const before = run.owner.metadata.finalizers ?? [];
  const obsolete = new Set([...(finalizer?.replaces ?? []), ...releases]);
  const kept = before.filter((name) => !obsolete.has(name));
  const after = finalizer === undefined || kept.includes(finalizer.name) ? kept : [...kept, finalizer.name];
  if (after.length === before.length && after.every((name, index) => name === before[index])) return;
  const path = '/metadata/finalizers';
  const operations: JsonPatchOperation[] = [
    { op: 'test', path: '/metadata/resourceVersion', value: run.owner.metadata.resourceVersion },
    after.length === 0 ? { op: 'remove', path } : { op: 'add', path, value: after },
  ];
  const words = { did: 'updated the finalizers', would: 'would update the finalizers' };
  await patch(run, operations, { ...words, fields: { finalizers: after }, level: 'debug' });
}

/**
 * Removes the controller's finalizer, by any of its names, from a resource that is being deleted; and those that nobody
 * removes any more.
 *
 * Guarantees: never drops a finalizer that it did not name, even if the list changed since the object was read.
 * Assumes: the clean-up has succeeded.
 * Errors: `API_CONFLICT` if the list moved under us; the next run sees the new one.
 */
export async function removeFinalizer(run: Run, { finalizer, releases }: Finalizing): Promise<void> {
  const names = new Set([
    ...(finalizer === undefined ? [] : [finalizer.name, ...(finalizer.replaces ?? [])]),
    ...releases,
  ]);
  const removals = (run.owner.metadata.finalizers ?? []).flatMap((name, index): JsonPatchOperation[][] => {
    const path = `/metadata/finalizers/${String(index)}`;
    return names.has(name)
      ? [
          [
            { op: 'test', path, value: name },
            { op: 'remove', path },
          ],
        ]
      : [];
  });
  if (removals.length === 0) return;
  // From the last to the first: a removal moves what stands behind it.
  const operations: JsonPatchOperation[] = [
    { op: 'test', path: '/metadata/uid', value: run.owner.metadata.uid },
    ...removals.reverse().flat(),
  ];
  const words = { did: 'removed the finalizer', would: 'would remove the finalizer' };
  await patch(run, operations, { ...words, fields: { finalizers: [...names] }, level: 'debug' });
}

async function patch(run: Run, operations: readonly JsonPatchOperation[], said: WriteWords): Promise<void> {
  const { environment, owner, ownerKind } = run;
  try {
    await environment.gateway.patch(run, ownerKind, { key: keyOf(owner), operations, said });
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
    // Somebody else has removed the last finalizer: what we wanted to take ours from is deleted.
    if (owner.metadata.deletionTimestamp !== undefined) return;
    throw new OperatorError('OWNER_GONE', 'update its finalizers', { object: keyOf(owner), cause: error });
  }
}
