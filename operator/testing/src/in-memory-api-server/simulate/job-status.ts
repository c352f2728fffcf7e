import type { Job } from '@kubewright/runtime/kinds';

import { mergeConditions, type Outcome, type WrittenCondition } from './conditions.ts';

/** The status of a Job that has just completed or failed, or is suspended; `undefined` if it had ended before. */
export function computeJobStatus({ spec, status }: Job, { now, fails }: Outcome): object | undefined {
  const { conditions = [] } = status ?? {};
  if (conditions.some(({ type, status: is }) => isEnd.has(type) && is === 'True')) return undefined;
  const idle = { ready: 0, terminating: 0, uncountedTerminatedPods: {} };
  const merge = (written: readonly WrittenCondition[]): readonly object[] =>
    mergeConditions(conditions, written, { now, seen: 'lastProbeTime' });
  if (spec.suspend === true) return { ...idle, conditions: merge([suspended]) };
  const started = { ...idle, startTime: now };
  if (spec.parallelism === 0) return started;
  const resumes = conditions.some(({ type }) => type === suspended.type) ? [resumed] : [];
  const { count, end } = fails && spec.completions !== 0 ? computeFailure(spec) : computeCompletion(spec, now);
  return { ...started, ...count, conditions: merge([...resumes, ...end]) };
}

interface Ending {
  readonly count: object;
  readonly end: readonly WrittenCondition[];
}

function computeFailure({ backoffLimit = 6 }: Job['spec']): Ending {
  return { count: { failed: backoffLimit + 1 }, end: failure };
}

function computeCompletion({ completions, parallelism = 1, completionMode }: Job['spec'], now: string): Ending {
  const succeeded = completions ?? parallelism;
  const completedIndexes = succeeded === 1 ? '0' : `0-${succeeded - 1}`;
  const indexes = completionMode === 'Indexed' ? { completedIndexes } : {};
  return { count: { completionTime: now, ...(succeeded > 0 && { succeeded, ...indexes }) }, end: completion };
}

const isEnd: ReadonlySet<string> = new Set(['Complete', 'Failed']);

const suspended = { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' } as const;
const resumed = { type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' } as const;

const completion: readonly WrittenCondition[] = ['SuccessCriteriaMet', 'Complete'].map((type) => ({
  ...{ type, status: 'True', reason: 'CompletionsReached' },
  message: 'Reached expected number of succeeded pods',
}));

const failure: readonly WrittenCondition[] = ['FailureTarget', 'Failed'].map((type) => ({
  ...{ type, status: 'True', reason: 'BackoffLimitExceeded' },
  message: 'Job has reached the specified backoff limit',
}));
