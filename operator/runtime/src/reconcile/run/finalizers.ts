import { getKey, type KubeObject, OperatorError, type PatchOperation } from '../../base/index.ts';
import { isApiError } from '../../client/index.ts';
import type { ControllerDefinition } from '../declare/index.ts';
import type { Run, WriteWords } from '../write/index.ts';

/** The finalizers that a controller declares. */
type FinalizerDeclaration = Pick<ControllerDefinition, 'finalizer' | 'legacyFinalizers'>;

/** Whether `owner` has the controller's finalizer, under any of its names. */
export function hasFinalizer(
  { finalizer }: Pick<FinalizerDeclaration, 'finalizer'>,
  { metadata }: KubeObject,
): boolean {
  if (finalizer === undefined) return false;
  const names = [finalizer.name, ...(finalizer.replaces ?? [])];
  return names.some((name) => metadata.finalizers?.includes(name));
}

/**
 * Updates the finalizers of an object that is not terminating, in one patch: adds the controller's finalizer, removes
 * its former names and legacy ones. Guarantees: sends nothing if the list is up to date; keeps the finalizers of
 * others, even after a concurrent change; never changes a later object with the same name. Before it adds the
 * finalizer, the annotation of kinds in use names the kind. Afterwards `run.owner` is the object with its new
 * finalizers. Errors: `API_CONFLICT` if the object has changed, and the next reconcile reads it; `OWNER_DELETED` if it
 * is deleted.
 */
export async function updateFinalizers(run: Run, { finalizer, legacyFinalizers }: FinalizerDeclaration): Promise<void> {
  const before = run.owner.metadata.finalizers ?? [];
  const obsolete = new Set([...(finalizer?.replaces ?? []), ...legacyFinalizers]);
  const kept = before.filter((name) => !obsolete.has(name));
  const after = finalizer === undefined || kept.includes(finalizer.name) ? kept : [...kept, finalizer.name];
  if (after.length === before.length && after.every((name, index) => name === before[index])) return;
  if (finalizer !== undefined) await prepareFirstFinalizer(run, finalizer);
  const path = '/metadata/finalizers';
  const operations: PatchOperation[] = [
    { op: 'test', path: '/metadata/resourceVersion', value: run.owner.metadata.resourceVersion },
    after.length === 0 ? { op: 'remove', path } : { op: 'add', path, value: after },
  ];
  const words = { did: 'updated the finalizers', would: 'would update the finalizers' };
  await patch(run, operations, { ...words, fields: { finalizers: after }, level: 'debug' });
  // The response is the owner as it was read, with its finalizers, so no other live read is needed.
  run.ownerVerified = true;
}

async function prepareFirstFinalizer(
  run: Run,
  finalizer: NonNullable<FinalizerDeclaration['finalizer']>,
): Promise<void> {
  if (hasFinalizer({ finalizer }, run.owner)) return;
  await run.environment.beforeFinalizer?.(run.owner, run.signal);
}

/**
 * Removes the controller's finalizer, under any of its names, and legacy finalizers from a terminating object. Call it
 * only after the clean-up has succeeded. Guarantees: never removes another finalizer, even if the list has changed
 * since the object was read. Errors: `API_CONFLICT` if the list has changed since it was read; the next reconcile reads
 * the new one; `OWNER_DELETED` if another client has removed the last finalizer, so that the object is deleted.
 */
export async function removeFinalizer(run: Run, declared: FinalizerDeclaration): Promise<void> {
  const { finalizer, legacyFinalizers } = declared;
  const names = new Set([
    ...(finalizer === undefined ? [] : [finalizer.name, ...(finalizer.replaces ?? [])]),
    ...legacyFinalizers,
  ]);
  const removed = (run.owner.metadata.finalizers ?? [])
    .map((name, index) => ({ name, path: `/metadata/finalizers/${String(index)}` }))
    .filter(({ name }) => names.has(name));
  if (removed.length === 0) return;
  const operations: PatchOperation[] = [
    { op: 'test', path: '/metadata/uid', value: run.owner.metadata.uid },
    // From the last to the first, because a removal changes the indexes of later items.
    ...removed.toReversed().flatMap(({ name, path }): PatchOperation[] => [
      { op: 'test', path, value: name },
      { op: 'remove', path },
    ]),
  ];
  const did = hasFinalizer(declared, run.owner) ? 'cleaned up and removed the finalizer' : 'removed a legacy finalizer';
  const fields = { finalizers: removed.map(({ name }) => name) };
  await patch(run, operations, { did, would: 'would remove the finalizer', fields });
}

async function patch(run: Run, operations: readonly PatchOperation[], said: WriteWords): Promise<void> {
  const { environment, owner, ownerKind } = run;
  try {
    await environment.gateway.patch(run, ownerKind, { key: getKey(owner), operations, message: said });
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
    throw new OperatorError('OWNER_DELETED', 'update the finalizers', { object: getKey(owner), cause: error });
  }
}
