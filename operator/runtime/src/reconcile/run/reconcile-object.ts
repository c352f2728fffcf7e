import {
  isOperatorError,
  isTerminating,
  getKey,
  formatKey,
  type Logger,
  getMessage,
  OperatorError,
} from '../../base/index.ts';
import { isNamespaceTerminating } from '../../client/index.ts';
import { type Action, requeueAfter, type ControllerDefinition } from '../declare/index.ts';
import {
  clearNotReady,
  type Rejection,
  findRejection,
  reportRejection,
  writeAndCheckSpec,
  writeStatus,
} from '../status/index.ts';
import type { Run } from '../write/index.ts';
import { hasFinalizer, removeFinalizer, updateFinalizers } from './finalizers.ts';
import { createContext } from './handles.ts';

/** The outcome of a reconcile, which decides what the queue does with its key. */
export type Outcome =
  /** It succeeded. `changedMeanwhile`: the spec has changed since; run again now. */
  | { readonly result: 'done'; readonly action: Action; readonly changedMeanwhile: boolean }
  /** The API server refuses what the reconcile wants, and the status says so. `changedMeanwhile`: as above. */
  | {
      readonly result: 'refused';
      readonly rejection: Rejection;
      readonly error: unknown;
      readonly changedMeanwhile: boolean;
    }
  /** The object is deleted, or terminating without a finalizer of ours: there is nothing to do. */
  | { readonly result: 'deleted' }
  /** Any other error. `retry`: whether it is tried again without a change. */
  | { readonly result: 'failed'; readonly error: unknown; readonly retry: boolean };

/**
 * One reconcile of one object: updates its finalizers, calls the controller's `reconcile` with its handles, then writes
 * the status.
 *
 * Guarantees: for an object that is being deleted, only the clean-up of our finalizer is done; a refusal by the cluster
 * sets `Ready=False` with the API server's own message and emits one Warning event per change of it; at the end the
 * status is written only if it differs from what is stored (`status.save` may have written it before). Never throws.
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
    if (isTerminating(run.owner)) {
      const notYet = hasFinalizer(definition, run.owner)
        ? await definition.finalizer?.cleanUp(run.owner, context)
        : undefined;
      await run.endCalls();
      if (notYet) return await done(run, checkAction(notYet));
      await removeFinalizer(run, definition);
      return { result: 'deleted' };
    }
    rejectWithoutSpec(run);
    await updateFinalizers(run, definition);
    const action = checkAction(await definition.reconcile(run.owner, context));
    await run.endCalls();
    return await done(run, action);
  } catch (error) {
    // Calls that are still under way apply what this run wanted; the next run may want something else.
    await run.finishCalls();
    return reportFailed(run, error);
  }
}

/** A run that states no status still removes an earlier refusal from it. */
async function done(run: Run, action: Action): Promise<Outcome> {
  const { stated } = run;
  // A timeout may be reported in the status meanwhile: then what this run knows as stored is outdated.
  if (stated !== undefined) run.signal.throwIfAborted();
  const changedMeanwhile = await writeAndCheckSpec(run, () =>
    stated === undefined ? clearNotReady(run) : writeStatus(run, stated),
  );
  return { result: 'done', action: nextLook(run, action), changedMeanwhile };
}

const unwatchedEndAfterMs = 1_000;

/** The action of the controller, or an earlier requeue if the deletion of an unwatched child has to be polled. */
function nextLook({ awaitsUnwatchedEnd }: Run, action: Action): Action {
  if (!awaitsUnwatchedEnd) return action;
  return requeueAfter(
    action.kind === 'requeueAfter' ? Math.min(action.afterMs, unwatchedEndAfterMs) : unwatchedEndAfterMs,
  );
}

/** The compiler requires an action; a cast or plain JavaScript may still return anything. */
function checkAction(action: Action | undefined): Action {
  if (action?.kind === 'awaitChange' || action?.kind === 'requeueAfter') return action;
  const hint = 'it returned no action: return awaitChange or requeueAfter(ms)';
  throw new OperatorError('DECLARATION_INVALID', 'reconcile', { hint });
}

/** Refuses an object that was stored before its spec was required. */
function rejectWithoutSpec(run: Run): void {
  if ('spec' in run.owner && run.owner.spec !== undefined) return;
  throw new OperatorError('SPEC_INVALID', 'reconcile', { hint: 'spec is required: add it' });
}

async function reportFailed(run: Run, error: unknown): Promise<Outcome> {
  if (isOperatorError(error, 'OWNER_DELETED')) return { result: 'deleted' };
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
 * Whether to try again without a change after `error`. A clean-up is always tried again, because a deletion waits for it
 * and hardly anybody edits what is being deleted; unless the controller itself asks for no retry.
 */
function isRetried({ owner }: Run, error: unknown): boolean {
  if (!isOperatorError(error) || error.retry) return true;
  return isTerminating(owner) && error.code !== 'NOT_READY';
}

/** The namespace controller needs seconds; what is still there then is reported. */
const namespaceEndsAfterMs = 30_000;

/**
 * Whether `error` needs no report yet, because the owner's namespace is terminating: the owner is about to be deleted,
 * which starts another run. It is reported if the owner is still there later, if a clean-up needs what cannot be created,
 * and if only the child is in that namespace.
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

/** The fields that every log line of a run carries. */
export function runLogger(logger: Logger, run: { readonly owner: Run['owner']; readonly reconcileId: string }): Logger {
  return logger.child({ object: formatKey(getKey(run.owner)), reconcileId: run.reconcileId });
}
