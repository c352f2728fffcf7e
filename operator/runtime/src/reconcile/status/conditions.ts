import type { Condition } from '../../base/index.ts';
import { condition, type ConditionInput, tryFindCondition } from '../declare/index.ts';
import type { StatedCondition } from '../write/index.ts';

/** Reasons of problems that only a person can resolve: they make `Stalled` true, as kstatus reads it. */
export const stalledReasons: ReadonlySet<string> = new Set([
  ...['Invalid', 'NameConflict', 'JobFailed'],
  // Reasons of a roll-out. FailedCreate is none of them: the Deployment controller retries that, and continues as soon
  // as it can.
  ...['Paused', 'ProgressDeadlineExceeded'],
]);

/**
 * Adds what follows from `Ready`, so that Flux, Argo CD and Pulumi need no configuration: while it is not true, `Stalled`
 * if only a person can resolve that, and otherwise `Reconciling`. As kstatus has it, each is there only while it is
 * true: with every write of its object a condition is read, stored and sent to all watches.
 * https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md
 */
export function withProgress(conditions: readonly StatedCondition[]): readonly StatedCondition[] {
  const ready = tryFindCondition(conditions, 'Ready');
  if (ready === undefined) return conditions;
  const stated = conditions.filter(({ type }) => type !== 'Reconciling' && type !== 'Stalled');
  if (ready.status === 'True') return stated;
  const { reason, message } = ready;
  const isStalled = ready.stalls ?? stalledReasons.has(reason);
  return [...stated, condition(isStalled ? 'Stalled' : 'Reconciling', true, { reason, message })];
}

/** All conditions but `Ready` and those that follow from it. */
export function omitReady<T extends ConditionInput>(conditions: readonly T[] = []): readonly T[] {
  return conditions.filter(({ type }) => !['Ready', 'Reconciling', 'Stalled'].includes(type));
}

/** Those of `stated` that warn `now`, and did not have the same status, reason and message `before`. */
export function listNewWarnings(
  stated: readonly ConditionInput[],
  { before, now }: { readonly before: readonly Condition[] | undefined; readonly now: readonly Condition[] },
): readonly Condition[] {
  const warning = new Set(stated.filter(({ emitsWarning }) => emitsWarning === true).map(({ type }) => type));
  return now.filter(({ type, status, reason, message }) => {
    const old = tryFindCondition(before, type);
    const isOld = old?.status === status && old.reason === reason && old.message === message;
    return warning.has(type) && !isOld;
  });
}

/** Adds time and generation to conditions; the time stays if the status is the same as in `before`. */
export function stampConditions(
  conditions: readonly StatedCondition[],
  at: {
    readonly before: readonly Condition[] | undefined;
    readonly generation: number | undefined;
    readonly now: string;
  },
): readonly Condition[] {
  return conditions.map(({ emitsWarning: _warns, stalls: _stalls, ...stated }) => {
    const before = tryFindCondition(at.before, stated.type);
    return {
      ...stated,
      message: stated.message.slice(0, 32_768).toWellFormed(),
      ...(at.generation !== undefined && { observedGeneration: at.generation }),
      lastTransitionTime: before?.status === stated.status ? before.lastTransitionTime : at.now,
    };
  });
}
