import type { Condition } from '../../base/index.ts';
import { condition, type ConditionInput, tryFindCondition } from '../declare/index.ts';

/** A condition as the runtime states it. */
export interface StatedCondition extends ConditionInput {
  /** Whether `Stalled` becomes true, whatever the reason is. @default - depends on the reason */
  readonly stalls?: boolean;
}

/** Reasons of problems that only a person can resolve: they make `Stalled` true, as kstatus reads it. */
export const stalledReasons: ReadonlySet<string> = new Set([
  ...['Invalid', 'NameConflict', 'JobFailed'],
  // Reasons of a roll-out. FailedCreate is none of them: the Deployment controller retries that, and continues as soon
  // as it can.
  ...['Paused', 'ProgressDeadlineExceeded'],
]);

/**
 * Adds `Reconciling` and `Stalled`, which follow from `Ready`, so that Flux, Argo CD, Pulumi and `kubectl wait` need no
 * configuration. https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md
 */
export function withProgress(conditions: readonly StatedCondition[]): readonly StatedCondition[] {
  const ready = tryFindCondition(conditions, 'Ready');
  if (ready === undefined) return conditions;
  const isReady = ready.status === 'True';
  const isStalled = !isReady && (ready.stalls ?? stalledReasons.has(ready.reason));
  const { reason } = ready;
  return [
    ...conditions.filter(({ type }) => type !== 'Reconciling' && type !== 'Stalled'),
    condition('Reconciling', !isReady && !isStalled, {
      reason,
      message: isReady ? 'Reconciliation is complete.' : ready.message,
    }),
    condition('Stalled', isStalled, { reason, message: isStalled ? ready.message : notStalled(isReady) }),
  ];
}

/** A reason that a person may resolve, but for which retries continue. */
function notStalled(isReady: boolean): string {
  return isReady ? 'Reconciliation is complete.' : 'Reconciliation is in progress; it is retried automatically.';
}

/** All conditions but `Ready` and those that follow from it. */
export function withoutReady<T extends ConditionInput>(conditions: readonly T[] = []): readonly T[] {
  return conditions.filter(({ type }) => !['Ready', 'Reconciling', 'Stalled'].includes(type));
}

/** Those of `stated` that warn `now`, and did not have the same status, reason and message `before`. */
export function toWarnOf(
  stated: readonly ConditionInput[],
  { before, now }: { readonly before: readonly Condition[] | undefined; readonly now: readonly Condition[] },
): readonly Condition[] {
  const warning = new Set(stated.filter(({ warns }) => warns === true).map(({ type }) => type));
  return now.filter(({ type, status, reason, message }) => {
    const old = tryFindCondition(before, type);
    const isOld = old?.status === status && old.reason === reason && old.message === message;
    return warning.has(type) && !isOld;
  });
}

/** Adds time and generation to conditions; the time stays if the status is the same as in `before`. */
export function stamped(
  conditions: readonly StatedCondition[],
  at: {
    readonly before: readonly Condition[] | undefined;
    readonly generation: number | undefined;
    readonly now: string;
  },
): readonly Condition[] {
  return conditions.map(({ warns: _warns, stalls: _stalls, ...stated }) => {
    const before = tryFindCondition(at.before, stated.type);
    return {
      ...stated,
      message: stated.message.slice(0, 32_768).toWellFormed(),
      ...(at.generation !== undefined && { observedGeneration: at.generation }),
      lastTransitionTime: before?.status === stated.status ? before.lastTransitionTime : at.now,
    };
  });
}
