import {
  isTerminating,
  formatObject,
  getKey,
  type Kind,
  type KubeObject,
  OperatorError,
  type OwnerReference,
  findController,
} from '../../base/index.ts';
import { isOwnedByUpdate } from '../../cache/index.ts';
import { isApiError } from '../../client/index.ts';
import type { Desired, DesiredMeta } from '../declare/index.ts';
import {
  hashAnnotation,
  isOwnedBy,
  isWatched,
  logWrite,
  findOwnChild,
  type Run,
  type WriteWords,
  type Written,
} from '../write/index.ts';
import {
  type Applying,
  buildChild,
  isUpToDate,
  hasOtherVersion,
  addOwnerReference,
  buildReference,
  computeSignature,
} from './child.ts';
import { createChild } from './create-child.ts';
import { rejectStaleOwner, rejectUncollectedOwner } from './current-owner.ts';
import { warnOfForbiddenReference } from './forbidden-reference.ts';
import { noteTerminating } from './live-child.ts';
import { pickOwnPart } from './own-part.ts';
import { disownRepair, repairPorts } from './repair.ts';
import { rejectUnowned } from './unowned-object.ts';

/**
 * Creates or updates a child as `desired` says; sends nothing if the child is up to date.
 *
 * Guarantees: it creates a child only if the name is free, and only for an owner that this reconcile has read or
 * written. It reports a name as taken only after a live GET. Every other write has the `uid` of the child, so that it
 * never creates a deleted child again. It never changes an object of another controller. Afterwards, the cache contains
 * the response or a newer state. It changes the content of a child only if the reconcile could see the child.
 *
 * Errors: `NAME_CONFLICT`, `OWNER_DELETED`, `STALE`, `NOT_LEADER`, `ApiError`.
 */
export async function applyChild<T extends KubeObject>(run: Run, kind: Kind<T>, desired: Desired<T>): Promise<T> {
  const applying = { run, kind, child: buildChild(run, kind, desired) };
  const key = getKey(applying.child);
  const cache = run.environment.getCache(kind);
  // The object may have become a child since, but the reconcile has decided without it.
  const unowned = run.findUnowned(kind, key);
  const cached = unowned === undefined ? findOwnChild(cache, key, run.owner) : undefined;
  if (cached !== undefined) return updateChild(applying, cached);
  await rejectStaleOwner(run);
  if (buildReference(run, kind) !== undefined) rejectUncollectedOwner(run);
  if (unowned !== undefined) rejectUnowned(run, kind, unowned);
  const creation = await createChild(applying);
  if ('created' in creation) return remember(applying, creation.created);
  if (isUnseen(run, kind, creation.existing)) await showUnseen(applying, creation.existing, desired.metadata);
  return updateChild(applying, creation.existing);
}

/**
 * Whether the reconcile has decided without this child: it lacks the operator's label, so the cache does not contain
 * it, and `getLive` has not read it. False in a dry
 * run, which cannot write the labels that make the cache show the child.
 */
function isUnseen(run: Run, kind: Kind, live: KubeObject): boolean {
  const { environment, owner } = run;
  if (environment.dryRun || isTerminating(live) || run.hasSeen(kind, getKey(live))) return false;
  return isOwnedBy(live, owner) && !isWatched(live, environment.operator);
}

/**
 * Applies the labels of a child that the cache does not show, and the fields that we own with their present values. The
 * desired values may contain a password that the reconcile has just generated because it took the child for missing.
 * Errors: `STALE` afterwards, so that the next reconcile decides with the child.
 */
async function showUnseen<T extends KubeObject>(
  { run, kind }: Applying<T>,
  live: T,
  metadata: DesiredMeta,
): Promise<never> {
  const present = { ...pickOwnPart(live, run.environment.fieldManager), metadata } as Desired<T>;
  await updateChild({ run, kind, child: buildChild(run, kind, present) }, live);
  run.missedChild = true;
  const hint =
    'the child had lost the labels of the operator, so the reconcile did not see it; the reconcile is retried';
  const what = `apply ${formatObject({ kind: kind.kind, metadata: live.metadata })}`;
  throw new OperatorError('STALE', what, { object: getKey(live), hint });
}

/** Updates an existing child that is not up to date. */
export async function updateChild<T extends KubeObject>(applying: Applying<T>, live: T): Promise<T> {
  const { run, kind } = applying;
  rejectUnowned(run, kind, live);
  // A terminating child is left alone. Its end starts the next reconcile.
  noteTerminating(run, live);
  if (isTerminating(live)) return live;
  if (isUpToDate(applying, live)) return takeBackRepair(applying, live);
  const changed = await change(applying, live).catch((error: unknown) => repairAndChange(applying, live, error));
  // A dry run stores nothing, so there is nothing to revert.
  return run.environment.dryRun ? changed : takeBackRepair(applying, changed);
}

/** Removes the Update entry that a repair left in `managedFields`, also one whose process ended before it could. */
async function takeBackRepair<T extends KubeObject>({ run, kind, child }: Applying<T>, live: T): Promise<T> {
  return isOwnedByUpdate(live, run.environment.fieldManager) ? disownRepair(run, kind, child) : live;
}

async function repairAndChange<T extends KubeObject>(applying: Applying<T>, live: T, error: unknown): Promise<T> {
  const { run, kind, child } = applying;
  if (!isPossibleClash(error)) throw error;
  const current = await repairPorts(run, kind, child);
  if (current === undefined) throw error;
  return run.environment.dryRun ? logDryRunChange(applying, live, current) : change(applying, current);
}

/**
 * Whether an error may mean that ports conflict: the API server rejects these as invalid, and a duplicate node port
 * with an internal error.
 */
function isPossibleClash(error: unknown): boolean {
  return isApiError(error, 422) || isApiError(error, 500);
}

async function change<T extends KubeObject>(applying: Applying<T>, live: T): Promise<T> {
  const { run, kind } = applying;
  const wanted = buildReference(run, kind);
  if (wanted === undefined) return changeWith(applying, live, undefined);
  // Repeats the present reference, because a change of it needs a permission that few operators request.
  const present = findController(live) ?? wanted;
  if (!hasOtherVersion(run, live)) return changeWith(applying, live, present);
  try {
    return await changeWith(applying, live, wanted);
  } catch (error) {
    if (!isApiError(error, 403)) throw error;
    const changed = await changeWith(applying, live, present);
    warnOfForbiddenReference(run, kind, { live, error });
    return changed;
  }
}

async function changeWith<T extends KubeObject>(
  applying: Applying<T>,
  live: T,
  reference: OwnerReference | undefined,
): Promise<T> {
  const { run, kind, child } = applying;
  const object = addOwnerReference(child, reference, live.metadata.uid);
  const said = (after: T): WriteWords => updateWords(applying, live, after);
  return remember(applying, await run.environment.gateway.apply(run, kind, { object, message: said }));
}

/** Records the response as up to date: if admission has changed one of our fields, sending it again cannot help. */
function remember<T extends KubeObject>({ run, kind }: Applying<T>, { answer, held }: Written<T>): T {
  run.memory.children.set(kind, getKey(held), computeSignature(run, answer));
  return held;
}

/** Describes an update for the log: the changed fields and the cause, which show why a child is updated repeatedly. */
function updateWords<T extends KubeObject>({ child }: Applying<T>, before: T, after: T): WriteWords {
  const isAsApplied = before.metadata.annotations?.[hashAnnotation] === child.metadata.annotations[hashAnnotation];
  const because = isAsApplied ? 'another client has changed it' : 'the desired state has changed';
  const between = [omitStatus(before), omitStatus(after)] as const;
  return { did: 'updated a child', would: 'would update a child', fields: { because }, between };
}

/** Omits the status, because another controller writes it. */
function omitStatus({ status: _status, ...rest }: KubeObject & { readonly status?: unknown }): object {
  return rest;
}

/**
 * Logs the change of a dry run. The dry run does not store the repair, so the API server would reject the next apply.
 */
function logDryRunChange<T extends KubeObject>(applying: Applying<T>, live: T, repaired: T): T {
  const { run, kind } = applying;
  logWrite(run, { kind, key: getKey(live) }, updateWords(applying, live, repaired));
  return repaired;
}
