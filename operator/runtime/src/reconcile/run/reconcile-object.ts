import {
  isOperatorError,
  isTerminating,
  getKey,
  formatKey,
  type KubeObject,
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

/** The outcome of a reconcile. It decides whether and when the key is enqueued again. */
export type Outcome =
  /** Success. `changedMeanwhile`: the spec has changed during the reconcile, so that it runs again at once. */
  | { readonly result: 'done'; readonly action: Action; readonly changedMeanwhile: boolean }
  /**
   * The API server rejected a write, and the status reports that. `changedMeanwhile`: the spec has changed during the
   * reconcile.
   */
  | {
      readonly result: 'refused';
      readonly rejection: Rejection;
      readonly error: unknown;
      readonly changedMeanwhile: boolean;
    }
  /**
   * There is nothing to do: the object is deleted (possibly by this reconcile), or terminates without the controller's
   * finalizer.
   */
  | { readonly result: 'deleted' }
  /** Any other error. `retry`: whether to retry although nothing has changed. */
  | { readonly result: 'failed'; readonly error: unknown; readonly retry: boolean };

/**
 * Reconciles one object: deletes it if it has expired; otherwise updates its finalizers, calls the controller's
 * `reconcile`, gives back edits that it no longer applies, and writes the status. Never throws.
 *
 * Guarantees: for a terminating object it only runs the clean-up of the controller's finalizer, and gives its edits
 * back. If the cluster rejects a write, it sets `Ready=False` with the API server's message, and emits one Warning
 * event per change of the message (only the event, for a kind that `defineApi` does not declare). At the end it writes
 * the status only if it differs from the stored one; `status.save` may have written it before.
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
    // Waits for pending calls: they apply the desired state of this reconcile, and the next one may differ.
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
 * Waits until objects in a namespace that has just got the watched label, and objects that the owner refers to by name,
 * are loaded: a reconcile must not take an object that is not loaded yet for a missing one.
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
          // The clean-up of a terminating object runs nevertheless: it may not need the objects that an invalid spec
          // refers to, and their handle still fails.
          if (!isTerminating(owner) || signal.aborted) throw error;
        });
}

/**
 * Throws if the namespace is no longer watched: nothing must be written that a reconcile has decided without seeing its
 * children.
 */
function rejectLeft(run: Run): void {
  const left = findLeft(run);
  if (left !== undefined) throw left;
}

/**
 * Deletes the children in any namespace, which the garbage collector does not delete. In a dry run it only logs that.
 * @returns whether all of them are gone; the end of the last one starts the next reconcile
 */
async function deleteForeignChildren(definition: ControllerDefinition, run: Run): Promise<boolean> {
  if (!hasFinalizer(definition, run.owner)) return true;
  let areGone = true;
  for (const { kind, anyNamespace } of Object.values(definition.owns))
    if (anyNamespace) areGone = (await deleteChildrenInAnyNamespace(run, kind)) && areGone;
  return areGone || run.environment.dryRun;
}

/**
 * Ends a successful reconcile: writes the status. Even without a new status, it removes an earlier report that the
 * object is not ready.
 */
async function done(run: Run, action: Action): Promise<Outcome> {
  const { stated } = run;
  run.memory.kindGoneSinceMs = undefined;
  // The report of a timeout may have changed the stored status since this reconcile read it.
  if (stated !== undefined) run.signal.throwIfAborted();
  rejectLeft(run);
  const changedMeanwhile = await writeAndCheckSpec(run, () =>
    stated === undefined ? clearNotReady(run) : writeStatus(run, stated),
  );
  run.memory.hasSucceeded = true;
  return { result: 'done', action: nextLook(run, action), changedMeanwhile };
}

const unwatchedEndAfterMs = 1_000;

/** Returns the controller's action, or an earlier requeue to check whether an unwatched child is gone. */
function nextLook({ awaitsUnwatchedEnd }: Run, action: Action): Action {
  if (!awaitsUnwatchedEnd) return action;
  return requeueAfter(
    action.kind === 'requeueAfter' ? Math.min(action.afterMs, unwatchedEndAfterMs) : unwatchedEndAfterMs,
  );
}

/** Validates the returned action: the compiler requires one, but a cast or plain JavaScript may return anything. */
function checkAction(action: Action | undefined): Action {
  if (action?.kind === 'awaitChange' || action?.kind === 'requeueAfter') return action;
  const hint = 'the function did not return an action: return awaitChange or requeueAfter(ms)';
  throw new OperatorError('DECLARATION_INVALID', 'reconcile', { hint });
}

/**
 * Rejects an object that was stored before its spec was required. It can still be deleted. Kinds that `defineApi` does
 * not declare may have no spec.
 */
function rejectWithoutSpec(run: Run): void {
  if (isTerminating(run.owner) || !isApi(run.ownerKind)) return;
  const { spec } = run.owner as KubeObject & { readonly spec?: unknown };
  if (spec !== undefined) return;
  throw new OperatorError('SPEC_INVALID', 'reconcile', { hint: 'spec is required: add it' });
}

/**
 * The outcome after a child was missed. Not a failure, because the wait would grow with each child that an operator
 * takes over.
 */
const lookAtChild: Outcome = { result: 'done', action: requeueAfter(100), changedMeanwhile: false };

const lookAgainSoon: Outcome = { result: 'done', action: requeueAfter(1_000), changedMeanwhile: false };

/**
 * Time in milliseconds after which an error of a missing optional kind is reported. By then discovery and the watch
 * have shown that the kind is gone, unless its deletion waits for finalizers.
 */
const kindGoneWithinMs = 30_000;

/**
 * Whether `error` need not be reported yet: an optional kind has just been uninstalled, and another reconcile follows
 * when the cache notices that.
 */
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
 * Whether to retry after `error` although nothing has changed. The deletion of an expired object is always retried. A
 * clean-up is retried unless the controller asks for no retry, because a deletion waits for it, and users rarely edit
 * terminating objects.
 */
function isRetried({ owner, ownerExpired }: Run, error: unknown): boolean {
  if (ownerExpired || !isOperatorError(error) || error.retry) return true;
  return isTerminating(owner) && error.code !== 'NOT_READY';
}

/**
 * Time in milliseconds after which an error in a terminating namespace is reported. The namespace controller usually
 * needs only seconds.
 */
const namespaceEndsAfterMs = 30_000;

/**
 * Whether `error` need not be reported yet, because the namespace of the owner is terminating: the owner's own deletion
 * starts another reconcile. The error is reported if the owner still exists later, if a clean-up needs to create
 * something, or if only the child is in that namespace.
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

/** Returns a logger that adds the fields of this reconcile to every line. */
export function runLogger(logger: Logger, { owner, ...fields }: RunFields): Logger {
  return logger.child({ object: formatKey(getKey(owner)), ...fields });
}

interface RunFields extends Pick<Run, 'owner'> {
  readonly reconcileId: string;
  /** Why the reconcile runs, for log lines. @default - unknown */
  readonly causes?: Causes;
}
