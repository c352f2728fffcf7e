import type { Act, StepResult } from './stage.ts';

/** What was done, what came of it, and how long it took: one part per operator. */
export function closingTable(acts: readonly Act[]): string {
  const results = acts.flatMap((act) => act.results);
  const width = Math.max(...results.map(({ title }) => title.length));
  const row = ({ title, result, seconds }: StepResult): string =>
    `  ${title.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s  ${result}`;
  const parts = acts.map(({ title, results: own }) =>
    [`${title} (${sum(own).toFixed(1)} s)`, ...own.map(row)].join('\n'),
  );
  return [...parts, `Everything: ${sum(results).toFixed(1)} s`].join('\n');
}

function sum(results: readonly StepResult[]): number {
  return results.reduce((total, { seconds }) => total + seconds, 0);
}
