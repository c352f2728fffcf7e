import { randomUUID } from 'node:crypto';

import {
  type Clock,
  createDeadline,
  isOperatorError,
  type KubeObject,
  type Logger,
  neverAborted,
  parseKey,
  type Span,
  getTraceFields,
  runWithin,
  catchFailure,
} from '../base/index.ts';
import type { ObjectCache } from '../cache/index.ts';
import type { Causes } from '../queue/index.ts';
import {
  type ControllerDefinition,
  type Outcome,
  type ReconcileEnvironment,
  isUnexpected,
  reconcileObject,
  OwnerMemory,
  Run,
  runLogger,
} from '../reconcile/index.ts';
import { ErrorReporter } from './error-reporter.ts';
import type { Leadership } from './leadership.ts';
import type { ReconcileObserver } from './reconcile-observer.ts';
import { beginReconcileSpan } from './reconcile-span.ts';

export interface ReconcileKeyOptions {
  readonly definition: ControllerDefinition;
  readonly clock: Clock;
  readonly log: Logger;
  readonly environment: ReconcileEnvironment;
  /** What earlier reconciles remember of their objects, by key. */
  readonly memories: Map<string, OwnerMemory>;
  readonly primary: ObjectCache<KubeObject>;
  readonly leadership: Leadership;
  readonly observer?: ReconcileObserver;
}

/** A key that a worker has taken from the queue. */
interface KeyInWork {
  readonly key: string;
  /** Why the key was enqueued; part of each log line. */
  readonly causes: Causes;
}

export interface RunningReconcile {
  /** Aborts when the reconcile must end: after its timeout, or when the process no longer leads. */
  readonly signal: AbortSignal;
  /** The result of the reconcile. Never rejects. */
  readonly outcome: Promise<Outcome>;
  /** Logger that adds the object and the reconcile id to each line. */
  readonly log: Logger;
  /** The span of the reconcile, which the caller ends; absent without tracing. */
  readonly span: Span | undefined;
}

/** The default timeout of a reconcile. */
const defaultTimeoutMs = 60_000;

/** Starts to reconcile the cached object of `key`. */
export function reconcileKey(options: ReconcileKeyOptions, { key, causes }: KeyInWork): RunningReconcile {
  const owner = options.primary.get(parseKey(key));
  if (owner === undefined) return createDeletedRun(options.log.child({ object: key, causes }));
  const { definition, clock, leadership, observer } = options;
  const limit = createDeadline(clock, {
    what: `reconcile ${definition.api.kind} ${key}`,
    afterMs: definition.timeoutMs ?? defaultTimeoutMs,
    parent: leadership.signal,
  });
  const { signal } = limit;
  const reconcileId = randomUUID();
  const span = beginReconcileSpan(definition, owner, reconcileId);
  const ownLog = runLogger(options.log, { owner, reconcileId, causes });
  const log = span === undefined ? ownLog : ownLog.child(getTraceFields(span));
  const memory = getMemory(options.memories, key, owner.metadata.uid);
  const { environment } = options;
  const run = new Run({ environment, owner, ownerKind: definition.api, log, signal, memory });
  const reporter = new ErrorReporter(options, run);
  // At the timeout, not at the end of the reconcile: one that ignores its signal may never end.
  signal.addEventListener('abort', () => {
    if (!isTimeUp(signal)) return;
    observer?.onTimedOut();
    const reported = runWithin(span, () => reporter.report(signal.reason, false));
    catchFailure(reported, (error) => {
      log.error(error, 'failed to report the timeout of a reconcile in the status');
    });
  });
  const outcome = runWithin(span, async () => {
    const ended = await runReconcile(definition, run, limit);
    return await reportOutcome(reporter, { key, signal, observer }, ended);
  });
  return { signal, outcome, log, span };
}

/** Runs a reconcile. Disposes the deadline before the report, so that the timeout does not include it. */
async function runReconcile(definition: ControllerDefinition, run: Run, limit: Disposable): Promise<Outcome> {
  using _limit = limit;
  return await reconcileObject(definition, run);
}

/** What the report of an outcome needs. */
interface Ending extends Pick<RunningReconcile, 'signal'> {
  readonly key: string;
  readonly observer: ReconcileObserver | undefined;
}

/** Reports an unexpected error in the status. The returned outcome may ask for a retry of the report. */
async function reportOutcome(
  reporter: ErrorReporter,
  { key, signal, observer }: Ending,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.result === 'done' && (await reporter.takeBack())) return { ...outcome, changedMeanwhile: true };
  const error = findUnexpected(outcome, signal);
  if (outcome.result !== 'failed' || error === undefined) return outcome;
  observer?.onUnexpected?.(key, error.thrown);
  const runAgain = await reporter.report(error.thrown, !outcome.retry);
  return { ...outcome, retry: outcome.retry || runAgain };
}

/**
 * The unexpected error to report. After the deadline it is the timeout instead of the thrown error; after the end of
 * the term it is `undefined`.
 */
function findUnexpected(outcome: Outcome, signal: AbortSignal): { readonly thrown: unknown } | undefined {
  if (outcome.result !== 'failed') return undefined;
  if (signal.aborted) return isTimeUp(signal) ? { thrown: signal.reason } : undefined;
  return isUnexpected(outcome.error) ? { thrown: outcome.error } : undefined;
}

function isTimeUp(signal: AbortSignal): boolean {
  return isOperatorError(signal.reason, 'TIMED_OUT');
}

function createDeletedRun(log: Logger): RunningReconcile {
  return { signal: neverAborted, outcome: Promise.resolve({ result: 'deleted' }), log, span: undefined };
}

/**
 * Returns the memory of an object; a new one if the object was deleted and created again, because it has other
 * children.
 */
function getMemory(memories: ReconcileKeyOptions['memories'], key: string, uid: string): OwnerMemory {
  const known = memories.get(key);
  if (known?.uid === uid) return known;
  const memory = new OwnerMemory(uid);
  memories.set(key, memory);
  return memory;
}
