import {
  applyOperator,
  leaderDeleted,
  metricsServed,
  operatorRemoved,
  operatorRuns,
  buildSamplesStep,
} from './operator-steps.ts';
import type { Step, Tour } from './step.ts';

/** Steps under one heading. */
export interface Section {
  readonly title: string;
  readonly steps: readonly Step[];
}

/**
 * The sections of the demo, in order: start the operator, run each tour, then delete the leader and remove the
 * operator.
 *
 * @param keep whether the cluster keeps running; if so, each tour ends when its samples are Ready
 */
export function buildSections(tours: readonly Tour[], { keep }: { readonly keep: boolean }): readonly Section[] {
  const walks = tours.map(({ title, before = [], kinds, readySteps, steps }) => ({
    title,
    steps: [...before, buildSamplesStep(kinds), ...readySteps, ...(keep ? [] : steps)],
  }));
  const sections = [{ title: 'The operator', steps: [applyOperator, operatorRuns] }, ...walks];
  return keep ? sections : [...sections, ...buildLastSections(tours)];
}

/** Deletes the leader, runs the last steps of all tours, and removes the operator. */
function buildLastSections(tours: readonly Tour[]): readonly Section[] {
  const ends = tours.flatMap(({ title, lastSteps = [] }) =>
    lastSteps.length > 0 ? [{ title: `${title} (continued)`, steps: lastSteps }] : [],
  );
  return [
    { title: 'Two replicas of the operator', steps: [metricsServed, leaderDeleted, ...buildRepeatedSteps(tours)] },
    ...ends,
    { title: 'Clean up', steps: [operatorRemoved] },
  ];
}

/** Applies the samples of a finished tour again: the new leader has to do the work of the old one. */
function buildRepeatedSteps(tours: readonly Tour[]): readonly Step[] {
  const finished = tours.find(({ lastSteps }) => lastSteps === undefined);
  if (finished === undefined) return [];
  return [...(finished.before ?? []), buildSamplesStep(finished.kinds), ...finished.readySteps];
}
