import { randomUUID } from 'node:crypto';

import {
  type Clock,
  deadline,
  isOperatorError,
  type KubeObject,
  type Logger,
  neverAborted,
  parseKey,
  type Span,
  traceFields,
  within,
} from '../base/index.ts';
import type { ObjectCache } from '../cache/index.ts';
import {
  type ControllerDefinition,
  type Outcome,
  type ReconcileEnvironment,
  reconcileObject,
  runLogger,
  type RunMemory,
} from '../reconcile/index.ts';
import type { Leadership } from './leadership.ts';
import type { ReconcileObserver } from './reconcile-observer.ts';
import { beginReconcileSpan } from './reconcile-span.ts';

/** What is known of one incarnation of a resource, and of its children. */
export interface OwnerMemory {
  readonly uid: string;
  readonly children: RunMemory;
  /** What was last in the way, as the log has it. */
  refusal?: string;
}

/** What a reconcile of a key needs. */
export interface ReconcileKeyOptions {
  readonly definition: ControllerDefinition;
  readonly clock: Clock;
  readonly log: Logger;
  readonly environment: ReconcileEnvironment;
  /** By key. */
  readonly memories: Map<string, OwnerMemory>;
  readonly primary: ObjectCache<KubeObject>;
  readonly leadership: Leadership;
  readonly observer?: ReconcileObserver;
}

/** A reconcile that has begun. */
export interface RunningReconcile {
  /** Aborts when it must end: its time is up, or the process no longer leads. */
  readonly signal: AbortSignal;
  /** Never rejects. */
  readonly outcome: Promise<Outcome>;
  /** Says in each line which reconcile of which object it is about. */
  readonly log: Logger;
  /** To be ended with the outcome; absent where nothing is traced. */
  readonly span: Span | undefined;
}

/** How long a reconcile may take whose controller does not say. */
const defaultTimeoutMs = 60_000;

/** Begins to reconcile what `key` names, as the cache holds it now. */
export function reconcileKey(options: ReconcileKeyOptions, key: string): RunningReconcile {
  const owner = options.primary.get(parseKey(key));
  if (owner === undefined) return gone(options.log);
  const { definition, clock, leadership, observer } = options;
  const limit = deadline(clock, {
    what: `reconcile ${definition.api.kind} ${key}`,
    afterMs: definition.timeoutMs ?? defaultTimeoutMs,
    parent: leadership.signal,
  });
  const { signal } = limit;
  signal.addEventListener('abort', () => {
    if (isOperatorError(signal.reason, 'TIMED_OUT')) observer?.timedOut();
  });
  const reconcileId = randomUUID();
  const span = beginReconcileSpan(definition, owner, reconcileId);
  const ownLog = runLogger(options.log, { owner, reconcileId });
  const log = span === undefined ? ownLog : ownLog.child(traceFields(span));
  const run = {
    environment: options.environment,
    owner,
    ownerKind: definition.api,
    log,
    signal,
    memory: memoryOf(options.memories, key, owner.metadata.uid),
    checked: new Set<string>(),
  };
  const outcome = within(span, () => reconcileObject(definition, run)).finally(() => limit[Symbol.dispose]());
  return { signal, outcome, log, span };
}

function gone(log: Logger): RunningReconcile {
  return { signal: neverAborted, outcome: Promise.resolve({ result: 'gone' }), log, span: undefined };
}

/** A resource that was made again under the same name has other children: what was known of them is forgotten. */
function memoryOf(memories: ReconcileKeyOptions['memories'], key: string, uid: string): RunMemory {
  const known = memories.get(key);
  if (known?.uid === uid) return known.children;
  const children: RunMemory = new Map();
  memories.set(key, { uid, children });
  return children;
}
