import type { Act, StepResult } from './stage.ts';

/**
 * What was done, what came of it, and how long it took: one part per operator. A step that takes walk-throughs of the
 * originals names them.
 */
export function closingTable(acts: readonly Act[]): string {
  const results = acts.flatMap((act) => act.results);
  const widths = { ids: widest(results.map(namesOf)), title: widest(results.map(({ title }) => title)) };
  const row = (step: StepResult): string =>
    `  ${namesOf(step).padEnd(widths.ids)}  ${step.title.padEnd(widths.title)}  ${step.seconds.toFixed(1).padStart(5)} s  ${step.result}`;
  const parts = acts.map(({ title, results: own }) =>
    [`${title} (${sum(own).toFixed(1)} s)`, ...own.map(row)].join('\n'),
  );
  const walked = new Set(results.flatMap(({ ids }) => ids)).size;
  return [
    ...parts,
    `Everything: ${sum(results).toFixed(1)} s, ${String(walked)} walk-throughs of the original operators (test/tables.md has each by its id)`,
  ].join('\n');
}

const namesOf = ({ ids }: StepResult): string => ids.join(' ');
const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

function sum(results: readonly StepResult[]): number {
  return results.reduce((total, { seconds }) => total + seconds, 0);
}
