import {
  isTerminating,
  getKey,
  formatKey,
  type Kind,
  type KubeObject,
  type ObjectKey,
  OperatorError,
  type OwnerReference,
  findController,
} from '../../base/index.ts';
import { isOwnedByUpdate } from '../../cache/index.ts';
import { isApiError } from '../../client/index.ts';
import type { Desired } from '../declare/index.ts';
import {
  hashAnnotation,
  logWrite,
  findOwnChild,
  buildOwnerReference,
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
  computeSignature,
} from './child.ts';
import { createChild } from './create-child.ts';
import { noteTerminating } from './live-child.ts';
import { disownRepair, repairPorts } from './repair.ts';
import { rejectUnowned } from './unowned-object.ts';

/**
 * Creates or updates a child as `desired` says, and sends nothing if it is up to date.
 *
 * Guarantees: a child is created only if nothing has its name, and only for an owner that this run has read or written;
 * a name is reported as taken only after a live GET; every other write has the child's `uid`, so that it never creates
 * a deleted child again; an object with another controller is never changed; the cache then shows the response or
 * something newer.
 * Errors: `NAME_CONFLICT`, `OWNER_DELETED`, `STALE`, `NOT_LEADER`, `ApiError`.
 */
export async function applyChild<T extends KubeObject>(run: Run, kind: Kind<T>, desired: Desired<T>): Promise<T> {
  const applying = { run, kind, child: buildChild(run, kind, desired) };
  const key = getKey(applying.child);
  const cache = run.environment.getCache(kind);
  // If it has become a child since, the run has still decided without it.
  const unowned = run.findUnowned(kind, key);
  const cached = unowned === undefined ? findOwnChild(cache, key, run.owner) : undefined;
  if (cached !== undefined) return updateChild(applying, cached);
  await rejectStaleOwner(run);
  if (unowned !== undefined) rejectUnowned(run, kind, unowned);
  const creation = await createChild(applying);
  return 'created' in creation ? remember(applying, creation.created) : updateChild(applying, creation.existing);
}

/** Updates an existing object, if it is a child of the owner and not up to date. */
export async function updateChild<T extends KubeObject>(applying: Applying<T>, live: T): Promise<T> {
  const { run, kind } = applying;
  rejectUnowned(run, kind, live);
  // A terminating child is left alone; its deletion starts the next run.
  noteTerminating(run, live);
  if (isTerminating(live)) return live;
  if (isUpToDate(applying, live)) return takeBackRepair(applying, live);
  const changed = await change(applying, live).catch((error: unknown) => repairAndChange(applying, live, error));
  // Nothing of a dry run is stored, so that there is nothing to take back.
  return run.environment.dryRun ? changed : takeBackRepair(applying, changed);
}

/** A process may also have ended, or met a conflict, in the middle of a repair: the next run takes it back. */
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

/** The API server refuses conflicting ports as invalid, and two entries with one node port with an internal error. */
function isPossibleClash(error: unknown): boolean {
  return isApiError(error, 422) || isApiError(error, 500);
}

async function change<T extends KubeObject>(applying: Applying<T>, live: T): Promise<T> {
  const { run } = applying;
  const wanted = buildOwnerReference(run.owner, run.ownerKind);
  // Changing the reference of an existing object needs a right that few request: it is repeated unchanged.
  const present = findController(live) ?? wanted;
  if (!hasOtherVersion(run, live)) return changeWith(applying, live, present);
  try {
    return await changeWith(applying, live, wanted);
  } catch (error) {
    if (!isApiError(error, 403)) throw error;
    return changeWith(applying, live, present);
  }
}

async function changeWith<T extends KubeObject>(applying: Applying<T>, live: T, reference: OwnerReference): Promise<T> {
  const { run, kind, child } = applying;
  const object = addOwnerReference(child, reference, live.metadata.uid);
  const said = (after: T): WriteWords => updateWords(applying, live, after);
  return remember(applying, await run.environment.gateway.apply(run, kind, { object, message: said }));
}

/** The response counts as up to date: if admission has changed a field of ours, sending it again cannot help. */
function remember<T extends KubeObject>({ run, kind }: Applying<T>, { answer, held }: Written<T>): T {
  run.memory.children.set(kind, getKey(held), computeSignature(run, answer));
  return held;
}

/** What was changed, and why: enough to see who disagrees about a child that is updated again and again. */
function updateWords<T extends KubeObject>({ child }: Applying<T>, before: T, after: T): WriteWords {
  const isAsApplied = before.metadata.annotations?.[hashAnnotation] === child.metadata.annotations[hashAnnotation];
  const because = isAsApplied ? 'others have changed it' : 'the controller wants something else';
  const between = [omitStatus(before), omitStatus(after)] as const;
  return { did: 'updated a child', would: 'would update a child', fields: { because }, between };
}

/** The status that another controller has written meanwhile is no change of ours. */
function omitStatus({ status: _status, ...rest }: KubeObject & { readonly status?: unknown }): object {
  return rest;
}

/** In a dry run the repair is not stored, so that the apply after it would be refused again. */
function logDryRunChange<T extends KubeObject>(applying: Applying<T>, live: T, repaired: T): T {
  const { run, kind } = applying;
  logWrite(run, { kind, key: getKey(live) }, updateWords(applying, live, repaired));
  return repaired;
}

/**
 * Errors: `OWNER_DELETED`, `STALE`. A child is created only for the current owner; otherwise it would be an orphan,
 * which the garbage collector has to delete. For an owner that is being deleted only its clean-up creates children.
 */
async function rejectStaleOwner(run: Run): Promise<void> {
  if (run.ownerVerified) return;
  const key: ObjectKey = getKey(run.owner);
  const { client, gateway } = run.environment;
  const live = await client.resource(run.ownerKind).tryGet(key, { signal: run.signal });
  const what = `create children of ${run.ownerKind.kind} ${formatKey(key)}`;
  if (live?.metadata.uid !== run.owner.metadata.uid || (isTerminating(live) && !isTerminating(run.owner))) {
    throw new OperatorError('OWNER_DELETED', what, { object: key });
  }
  // What is created once (a Pod with its number, a Job that runs) must not be created from an old version of its owner.
  if (live.metadata.resourceVersion !== run.owner.metadata.resourceVersion) {
    gateway.refresh(run, live);
    throw new OperatorError('STALE', what, { object: key });
  }
  run.ownerVerified = true;
}
