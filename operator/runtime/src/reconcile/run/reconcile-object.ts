import {
  isOperatorError,
  isTerminating,
  getKey,
  formatKey,
  type Logger,
  getMessage,
  OperatorError,
} from '../../base/index.ts';
import { isApi } from '../../api/index.ts';
import { isKindGone, isNamespaceTerminating } from '../../client/index.ts';
import type { Causes } from '../../queue/index.ts';
import { type Action, awaitChange, type ControllerDefinition, requeueAfter } from '../declare/index.ts';
import { giveBackAll, giveBackUnapplied } from '../edit/index.ts';
import {
  clearNotReady,
  type Rejection,
  findRejection,
  reportRejection,
  writeAndCheckSpec,
  writeStatus,
} from '../status/index.ts';
import { deleteChildrenInAnyNamespace } from '../child/index.ts';
import { findLeft, type Run } from '../write/index.ts';
import { deleteExpired } from './delete-owner.ts';
import { hasFinalizer, removeFinalizer, updateFinalizers } from './finalizers.ts';
import { createContext } from './handles.ts';

/** The outcome of a reconcile; decides whether and when the key is enqueued again. */
export type Outcome =
  /** Success. `changedMeanwhile`: the spec has changed since; reconcile again now. */
  | { readonly result: 'done'; readonly action: Action; readonly changedMeanwhile: boolean }
  /** The API server rejected a write, and the status reports it. `changedMeanwhile`: as above. */
  | {
      readonly result: 'refused';
      readonly rejection: Rejection;
      readonly error: unknown;
      readonly changedMeanwhile: boolean;
    }
  /** The object is deleted (possibly by this reconcile), or terminating without our finalizer: nothing to do. */
  | { readonly result: 'deleted' }
  /** Any other error. `retry`: whether to retry without a change. */
  | { readonly result: 'failed'; readonly error: unknown; readonly retry: boolean };

/**
 * Reconciles one object: deletes it if it has expired; otherwise updates its finalizers, calls the controller's `reconcile`, gives back edits that it no longer
 * applies, then writes the status.
 *
 * Guarantees: for a terminating object, runs only our finalizer's clean-up, and gives its edits back; a rejection by the cluster sets
 * `Ready=False` with the API server's message and emits one Warning event per change (of a kind that is not ours only
 * the event); writes the status at the end only
 * if it differs from the stored one (`status.save` may have written it before). Never throws.
 */
export async function reconcileObject(definition: ControllerDefinition, run: Run): Promise<Outcome> {
  run.memory.beginRun();
  const outcome = await runOnce(definition, run);
  if (outcome.result !== 'failed') run.memory.forgetObsolete(run.taken, (kind) => run.environment.getCache(kind));
  return outcome;
}

async function runOnce(definition: ControllerDefinition, run: Run): Promise<Outcome> {
  const context = createContext(run, definition);
  try {
    rejectWithoutSpec(run);
    if (await deleteExpired(definition, run)) return { result: 'deleted' };
    await load(run, definition);
    if (isTerminating(run.owner)) return await cleanUp(definition, run, context);
    await updateFinalizers(run, definition);
    const action = checkAction(await definition.reconcile(run.owner, context));
    await run.endCalls();
    if (run.ownerDeleted) return { result: 'deleted' };
    await giveBackUnapplied(run, definition);
    return await done(run, action);
  } catch (error) {
    // Pending calls apply this reconcile's desired state; the next may differ.
    await run.finishCalls();
    if (run.missedChild) return lookAtChild;
    if (isWithoutOptionalKind(definition, run, error)) return lookAgainSoon;
    return reportFailed(run, findLeft(run) ?? error);
  }
}

async function cleanUp(
  definition: ControllerDefinition,
  run: Run,
  context: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  const notYet = hasFinalizer(definition, run.owner)
    ? await definition.finalizer?.cleanUp(run.owner, context)
    : undefined;
  await run.endCalls();
  if (notYet) return await done(run, checkAction(notYet));
  await giveBackAll(run, definition);
  if (!(await deleteForeignChildren(definition, run))) return await done(run, awaitChange);
  rejectLeft(run);
  await removeFinalizer(run, definition);
  return { result: 'deleted' };
}

/**
 * Waits for the objects in a namespace that has just got its label, and for those that the owner names: a reconcile must
 * not take one that is not loaded yet for a missing one.
 */
async function load(run: Run, { reads, watches }: ControllerDefinition): Promise<void> {
  const { environment, owner, signal } = run;
  const { namespace } = owner.metadata;
  if (namespace !== undefined) await environment.waitUntilShown?.(namespace, signal);
  rejectLeft(run);
  for (const read of [...Object.values(reads), ...Object.values(watches)])
    if ('named' in read)
      await environment
        .getNamed(read)
        .waitUntilLoaded(owner, signal)
        .catch((error: unknown) => {
          // A deletion waits for a clean-up, which may not need what an invalid object names: its handle still fails.
          if (!isTerminating(owner) || signal.aborted) throw error;
        });
}

/** What a reconcile without its children has decided must not be written. */
function rejectLeft(run: Run): void {
  const left = findLeft(run);
  if (left !== undefined) throw left;
}

/**
 * Deletes the children in any namespace, which the garbage collector does not. In a dry run it only logs that.
 *
 * @returns whether all of them are gone; the deletion of the last one starts the next reconcile
 */
async function deleteForeignChildren(definition: ControllerDefinition, run: Run): Promise<boolean> {
  if (!hasFinalizer(definition, run.owner)) return true;
  let areGone = true;
  for (const { kind, anyNamespace } of Object.values(definition.owns))
    if (anyNamespace) areGone = (await deleteChildrenInAnyNamespace(run, kind)) && areGone;
  return areGone || run.environment.dryRun;
}

/** A reconcile without a status still removes an earlier rejection. */
async function done(run: Run, action: Action): Promise<Outcome> {
  const { stated } = run;
  run.memory.kindGoneSinceMs = undefined;
  // A timeout may have written its report meanwhile: then this reconcile's stored status is outdated.
  if (stated !== undefined) run.signal.throwIfAborted();
  rejectLeft(run);
  const changedMeanwhile = await writeAndCheckSpec(run, () =>
    stated === undefined ? clearNotReady(run) : writeStatus(run, stated),
  );
  run.memory.hasSucceeded = true;
  return { result: 'done', action: nextLook(run, action), changedMeanwhile };
}

const unwatchedEndAfterMs = 1_000;

/** The controller's action, or an earlier requeue to poll the deletion of an unwatched child. */
function nextLook({ awaitsUnwatchedEnd }: Run, action: Action): Action {
  if (!awaitsUnwatchedEnd) return action;
  return requeueAfter(
    action.kind === 'requeueAfter' ? Math.min(action.afterMs, unwatchedEndAfterMs) : unwatchedEndAfterMs,
  );
}

/** The compiler requires an action; a cast or plain JavaScript may still return anything. */
function checkAction(action: Action | undefined): Action {
  if (action?.kind === 'awaitChange' || action?.kind === 'requeueAfter') return action;
  const hint = 'the function did not return an action: return awaitChange or requeueAfter(ms)';
  throw new OperatorError('DECLARATION_INVALID', 'reconcile', { hint });
}

/** Rejects an object that was stored before its spec was required; it can be deleted. Kinds that are not ours may have none. */
function rejectWithoutSpec(run: Run): void {
  if (isTerminating(run.owner) || !isApi(run.ownerKind)) return;
  if ('spec' in run.owner && run.owner.spec !== undefined) return;
  throw new OperatorError('SPEC_INVALID', 'reconcile', { hint: 'spec is required: add it' });
}

/** No failure: an operator that takes over many children must not wait longer for each. */
const lookAtChild: Outcome = { result: 'done', action: requeueAfter(100), changedMeanwhile: false };

const lookAgainSoon: Outcome = { result: 'done', action: requeueAfter(1_000), changedMeanwhile: false };

/** By then discovery and the watch have shown that the kind is gone, unless its deletion waits for finalizers. */
const kindGoneWithinMs = 30_000;

/** Whether `error` needs no report yet: an optional kind is about to be let go, and another reconcile follows. */
function isWithoutOptionalKind({ owns }: ControllerDefinition, run: Run, error: unknown): boolean {
  if (!isKindGone(error)) return false;
  if (!Object.values(owns).some(({ kind, optional }) => optional === true && kind.kind === error.kind)) return false;
  const { memory, log, environment } = run;
  const nowMs = environment.clock.monotonic();
  memory.kindGoneSinceMs ??= nowMs;
  if (nowMs - memory.kindGoneSinceMs >= kindGoneWithinMs) return false;
  log.debug('an optional kind is being removed', { detail: getMessage(error) });
  return true;
}

async function reportFailed(run: Run, error: unknown): Promise<Outcome> {
  if (isOperatorError(error, 'OWNER_DELETED')) return { result: 'deleted' };
  run.memory.hasSucceeded = false;
  if (isDeletedWithItsNamespace(run, error))
    return { result: 'done', action: requeueAfter(namespaceEndsAfterMs), changedMeanwhile: false };
  const read = run.signal.aborted ? undefined : findRejection(error);
  if (read === undefined) return { result: 'failed', error, retry: isRetried(run, error) };
  const refusal = { ...read, retry: read.retry || run.awaitsUnwatchedEnd || isRetried(run, error) };
  try {
    const changedMeanwhile = await reportRejection(run, run.stated, refusal);
    return { result: 'refused', rejection: refusal, error, changedMeanwhile };
  } catch (statusError) {
    if (isOperatorError(statusError, 'OWNER_DELETED')) return { result: 'deleted' };
    return { result: 'failed', error: statusError, retry: true };
  }
}

/**
 * Whether to retry without a change after `error`. The deletion of an expired object is always retried. A clean-up is
 * retried unless the controller asks for no retry, because a deletion waits for it, and users rarely edit terminating
 * objects.
 */
function isRetried({ owner, ownerExpired }: Run, error: unknown): boolean {
  if (ownerExpired || !isOperatorError(error) || error.retry) return true;
  return isTerminating(owner) && error.code !== 'NOT_READY';
}

/** The namespace controller usually needs seconds; a namespace that still exists after this time is reported. */
const namespaceEndsAfterMs = 30_000;

/**
 * Whether `error` needs no report yet, because the owner's namespace is terminating: the owner's deletion starts
 * another reconcile. It is reported if the owner still exists later, if a clean-up needs to create something, and if
 * only the child is in that namespace.
 */
function isDeletedWithItsNamespace({ owner, log, memory, environment }: Run, error: unknown): boolean {
  if (isTerminating(owner)) return false;
  if (!isNamespaceTerminating(error) || error.object?.namespace !== owner.metadata.namespace) return false;
  const nowMs = environment.clock.monotonic();
  memory.namespaceTerminatesSinceMs ??= nowMs;
  if (nowMs - memory.namespaceTerminatesSinceMs >= namespaceEndsAfterMs) return false;
  log.debug('is deleted with its namespace', { detail: getMessage(error) });
  return true;
}

/** Adds the fields of this reconcile to every log line. */
export function runLogger(logger: Logger, { owner, ...fields }: RunFields): Logger {
  return logger.child({ object: formatKey(getKey(owner)), ...fields });
}

interface RunFields extends Pick<Run, 'owner'> {
  readonly reconcileId: string;
  /** Why the reconcile runs. @default - unknown */
  readonly causes?: Causes;
}
