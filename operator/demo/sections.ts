import {
  applyOperator,
  leaderDeleted,
  metricsServed,
  operatorRemoved,
  operatorRuns,
  buildSamplesStep,
} from './operator-steps.ts';
import type { Step } from './step.ts';
import type { Tour } from './tours/tours.ts';

/** Steps under one heading. */
export interface Section {
  readonly title: string;
  readonly steps: readonly Step[];
}

/**
 * The sections of the demo, in order: start the operator and the servers of samples, run each tour, delete the leader, run
 * the last steps of the tours, and remove the operator. The sections of a group run at the same time.
 *
 * @param keep whether the cluster keeps running; if so, each tour ends when its samples are Ready
 */
export function buildSections(
  tours: readonly Tour[],
  { keep }: { readonly keep: boolean },
): readonly (readonly Section[])[] {
  // The servers start while the Pods of the operator do.
  const servers = tours.flatMap(({ before = [] }) => before);
  const start = { title: 'The operator', steps: [applyOperator, ...servers, operatorRuns] };
  const walks = tours.map(({ title, kinds, readySteps, steps }) => ({
    title,
    steps: [buildSamplesStep(kinds), ...readySteps, ...(keep ? [] : steps)],
  }));
  if (keep) return [[start], walks];
  const replicas = [metricsServed, leaderDeleted, ...buildRepeatedSteps(tours)];
  const ends = tours.flatMap(({ title, lastSteps = [] }) =>
    lastSteps.length > 0 ? [{ title: `${title} (continued)`, steps: lastSteps }] : [],
  );
  return [
    [start],
    walks,
    [{ title: 'Two replicas of the operator', steps: replicas }],
    ends,
    [{ title: 'Clean up', steps: [operatorRemoved] }],
  ];
}

/** Applies the samples of a finished tour again: the new leader has to do the work of the old one. */
function buildRepeatedSteps(tours: readonly Tour[]): readonly Step[] {
  const finished = tours.find(({ lastSteps }) => lastSteps === undefined);
  if (finished === undefined) return [];
  return [buildSamplesStep(finished.kinds), ...finished.readySteps];
}
