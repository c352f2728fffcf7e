import type { StepResult } from './stage.ts';

/** What was done, what came of it, and how long it took. */
export function closingTable(results: readonly StepResult[]): string {
  const width = Math.max(...results.map(({ title }) => title.length));
  const rows = results.map(
    ({ title, result, seconds }) => `  ${title.padEnd(width)}  ${seconds.toFixed(1).padStart(5)} s  ${result}`,
  );
  const total = results.reduce((sum, { seconds }) => sum + seconds, 0);
  return [...rows, `  ${'Everything'.padEnd(width)}  ${total.toFixed(1).padStart(5)} s`].join('\n');
}
