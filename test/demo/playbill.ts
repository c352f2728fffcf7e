import { applyOperator, leaderKilled, metricsServed, operatorRemoved, operatorRuns } from './operator-steps.ts';
import { samplesApplied } from './samples.ts';
import type { Step, Tour } from './stage.ts';

/** Steps that are taken for one purpose. */
export interface Scene {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** The operator, each walk-through, and at last what holds for all of them. @param keep whether to stay up then */
export function playbill(tours: readonly Tour[], { keep }: { readonly keep: boolean }): readonly Scene[] {
  const walks = tours.map(({ title, before = [], kinds, opening, steps }) => ({
    title,
    steps: [...before, samplesApplied(kinds), ...opening, ...(keep ? [] : steps)],
  }));
  const scenes = [{ title: 'The operator', steps: [applyOperator, operatorRuns] }, ...walks];
  return keep ? scenes : [...scenes, ...last(tours)];
}

/** Another leader, what comes of it, and the end of everything. */
function last(tours: readonly Tour[]): readonly Scene[] {
  const finales = tours.flatMap(({ title, finale = [] }) =>
    finale.length > 0 ? [{ title: `${title}, meanwhile`, steps: finale }] : [],
  );
  return [
    { title: 'Two replicas of the operator', steps: [metricsServed, leaderKilled, ...againAfter(tours)] },
    ...finales,
    { title: 'The end', steps: [operatorRemoved] },
  ];
}

/** The new leader does what the old one did: for a tour of which nothing is left. */
function againAfter(tours: readonly Tour[]): readonly Step[] {
  const over = tours.find(({ finale }) => finale === undefined);
  return over === undefined ? [] : [...(over.before ?? []), samplesApplied(over.kinds), ...over.opening];
}
