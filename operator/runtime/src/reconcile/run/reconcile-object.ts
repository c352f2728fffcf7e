import { isOperatorError, keyOf, keyText, type Logger, messageOf, OperatorError } from '../../base/index.ts';
import { isNamespaceTerminating } from '../../client/index.ts';
import { type Action, checkAgain, type ControllerDefinition } from '../declare/index.ts';
import {
  clearNotReady,
  draftStatus,
  type Refusal,
  refusalOf,
  reportRefusal,
  type StatusDraft,
  writeAndCheckSpec,
  writeStatus,
} from '../status/index.ts';
import type { Run } from '../write/index.ts';
import { Calls } from './calls.ts';
import { hasFinalizer, removeFinalizer, updateFinalizers } from './finalizers.ts';
import { contextOf } from './handles.ts';

/** How a reconcile ended, and so what the queue does with its key. */
export type Outcome =
  /** It went well. `changedMeanwhile`: the spec has changed since; run again now. */
  | { readonly result: 'done'; readonly action: Action; readonly changedMeanwhile: boolean }
  /** The cluster does not take what we want, and the status says so. `changedMeanwhile`: as above. */
  | {
      readonly result: 'refused';
      readonly refusal: Refusal;
      readonly error: unknown;
      readonly changedMeanwhile: boolean;
    }
  /** Nothing is left to do for this object: it is deleted, or terminates. */
  | { readonly result: 'gone' }
  /** Any other error. `retry`: whether it is tried again without a change. */
  | { readonly result: 'failed'; readonly error: unknown; readonly retry: boolean };

/**
 * One reconcile of one object: updates its finalizers, calls the controller's `reconcile` with its handles, then
 * writes the status.
 *
 * Guarantees: for an object that is being deleted, only the clean-up that its finalizer asks for is done; a refusal by the
 * cluster ends in `Ready=False` with the API server's own words and one Warning event per change of it; at the end the
 * status is written only if it differs from what is stored (`status.save` may have written it before). Never throws.
 */
export async function reconcileObject(definition: ControllerDefinition, run: Run): Promise<Outcome> {
  const outcome = await runOnce(definition, run);
  if (outcome.result !== 'failed') run.memory.forgetObsolete(run.notes, (kind) => run.environment.cacheOf(kind));
  return outcome;
}

async function runOnce(definition: ControllerDefinition, run: Run): Promise<Outcome> {
  const draft = draftStatus();
  const calls = new Calls(run.signal);
  const context = contextOf(run, definition, { status: draft, calls });
  try {
    if (run.owner.metadata.deletionTimestamp !== undefined) {
      const notYet = hasFinalizer(definition, run.owner)
        ? await definition.finalizer?.cleanUp(run.owner, context)
        : undefined;
      await calls.end();
      if (notYet) return await done(run, draft, checked(notYet));
      await removeFinalizer(run, definition);
      return { result: 'gone' };
    }
    refuseWithoutSpec(run);
    await updateFinalizers(run, definition);
    const action = checked(await definition.reconcile(run.owner, context));
    await calls.end();
    return await done(run, draft, action);
  } catch (error) {
    // What still runs asks for what this run wanted; the next one may want something else.
    await calls.finish();
    return failed(run, draft, error);
  }
}

/** A run that states nothing still ends what an earlier refusal has said. */
async function done(run: Run, draft: StatusDraft, action: Action): Promise<Outcome> {
  const { value } = draft;
  // Meanwhile the status may report that its time is up: what this run knows as stored is so no longer.
  if (value !== undefined) run.signal.throwIfAborted();
  const changedMeanwhile = await writeAndCheckSpec(run, () =>
    value === undefined ? clearNotReady(run) : writeStatus(run, value),
  );
  return { result: 'done', action: nextLook(run, action), changedMeanwhile };
}

const unwatchedEndAfterMs = 1_000;

/** What happens next where the author wants `action`: a look for the end of an unwatched child is not put off by it. */
function nextLook({ notes }: Run, action: Action): Action {
  if (!notes.awaitsUnwatchedEnd) return action;
  return checkAgain(action.kind === 'checkAgain' ? Math.min(action.afterMs, unwatchedEndAfterMs) : unwatchedEndAfterMs);
}

/** The compiler asks for an action; a cast or plain JavaScript may still return anything. */
function checked(action: Action | undefined): Action {
  if (action?.kind === 'awaitChange' || action?.kind === 'checkAgain') return action;
  const hint = 'it returned no action: return awaitChange or checkAgain(ms)';
  throw new OperatorError('DECLARATION_INVALID', 'reconcile', { hint });
}

/** An object that was stored before its spec was asked for. */
function refuseWithoutSpec(run: Run): void {
  if ('spec' in run.owner && run.owner.spec !== undefined) return;
  throw new OperatorError('SPEC_INVALID', 'reconcile', { hint: 'spec is required: add it' });
}

async function failed(run: Run, draft: StatusDraft, error: unknown): Promise<Outcome> {
  if (isOperatorError(error, 'OWNER_GONE') || isDeletedWithItsNamespace(run, error)) return { result: 'gone' };
  const read = run.signal.aborted ? undefined : refusalOf(error);
  if (read === undefined) return { result: 'failed', error, retry: !isOperatorError(error) || error.retry };
  const refusal = { ...read, retry: read.retry || run.notes.awaitsUnwatchedEnd };
  try {
    const changedMeanwhile = await reportRefusal(run, draft.value, refusal);
    return { result: 'refused', refusal, error, changedMeanwhile };
  } catch (statusError) {
    if (isOperatorError(statusError, 'OWNER_GONE')) return { result: 'gone' };
    return { result: 'failed', error: statusError, retry: true };
  }
}

/**
 * Whether nobody has to do anything about `error`: its owner is about to be deleted, which begins another run. It is in the
 * way where a clean-up needs what cannot be created, and where only a child is in that namespace.
 */
function isDeletedWithItsNamespace({ owner, log }: Run, error: unknown): boolean {
  const { namespace, deletionTimestamp } = owner.metadata;
  if (deletionTimestamp !== undefined || !isNamespaceTerminating(error) || error.object?.namespace !== namespace)
    return false;
  log.debug('is deleted with its namespace', { detail: messageOf(error) });
  return true;
}

/** The fields that every log line of a run carries. */
export function runLogger(logger: Logger, run: { readonly owner: Run['owner']; readonly reconcileId: string }): Logger {
  return logger.child({ object: keyText(keyOf(run.owner)), reconcileId: run.reconcileId });
}
