import type { Condition } from '../../base/index.ts';
import { condition, type ConditionInput, tryFindCondition } from '../declare/index.ts';
import type { StatedCondition } from '../write/index.ts';

/** Reasons of problems that only a user can resolve: with these, the status has `Stalled`, as kstatus expects. */
export const stalledReasons: ReadonlySet<string> = new Set([
  ...['Invalid', 'NameConflict', 'JobFailed'],
  // Reasons of a Deployment's rollout. Not FailedCreate, because the Deployment controller retries that.
  ...['Paused', 'ProgressDeadlineExceeded'],
]);

/**
 * Adds the conditions that follow from `Ready`, so that Flux, Argo CD and Pulumi need no configuration: while `Ready`
 * is not true, `Stalled` if only a user can resolve that, otherwise `Reconciling`. As in kstatus, each exists only
 * while it is true, because every write of the object sends all conditions to all watches.
 *
 * https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md
 */
export function withProgress(conditions: readonly StatedCondition[]): readonly StatedCondition[] {
  const ready = tryFindCondition(conditions, 'Ready');
  if (ready === undefined || (ready.stands === true && ready.status !== 'True')) return conditions;
  const stated = conditions.filter(({ type }) => type !== 'Reconciling' && type !== 'Stalled');
  if (ready.status === 'True') return stated;
  const { reason, message } = ready;
  const isStalled = ready.stalls ?? stalledReasons.has(reason);
  return [...stated, condition(isStalled ? 'Stalled' : 'Reconciling', true, { reason, message })];
}

/** Omits `Ready`, `Reconciling` and `Stalled`. */
export function omitReady<T extends ConditionInput>(conditions: readonly T[] = []): readonly T[] {
  return conditions.filter(({ type }) => !['Ready', 'Reconciling', 'Stalled'].includes(type));
}

/**
 * Lists the conditions in `stated` that emit a warning `now`, and that did not have the same status, reason and message
 * `before`.
 */
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

/** Marks stored conditions, so that a new status repeats them with their times and generations. */
export function keepStanding(conditions: readonly Condition[] = []): readonly StatedCondition[] {
  return conditions.map((stored) => ({ ...stored, stands: true }));
}

/** Adds `lastTransitionTime` to conditions that lack it; keeps the time if the status is the same as in `before`. */
export function stampTimes(
  conditions: readonly StatedCondition[],
  at: { readonly before: readonly Condition[] | undefined; readonly now: string },
): readonly Condition[] {
  return conditions.map(({ stands: _stands, ...stated }) => {
    const before = tryFindCondition(at.before, stated.type);
    const lastTransitionTime = before?.status === stated.status ? before.lastTransitionTime : at.now;
    return { lastTransitionTime, ...stated };
  });
}

/**
 * Adds `lastTransitionTime` and `observedGeneration` to conditions, except those of `keepStanding`; keeps the time if
 * the status is the same as in `before`.
 */
export function stampConditions(
  conditions: readonly StatedCondition[],
  at: {
    readonly before: readonly Condition[] | undefined;
    readonly generation: number | undefined;
    readonly now: string;
  },
): readonly Condition[] {
  return conditions.map(({ emitsWarning: _emitsWarning, stalls: _stalls, stands, ...stated }) => {
    if (stands === true) return stated as Condition;
    const before = tryFindCondition(at.before, stated.type);
    return {
      ...stated,
      message: stated.message.slice(0, 32_768).toWellFormed(),
      ...(at.generation !== undefined && { observedGeneration: at.generation }),
      lastTransitionTime: before?.status === stated.status ? before.lastTransitionTime : at.now,
    };
  });
}
