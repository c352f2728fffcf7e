import type { SectionResult, StepResult } from './step.ts';

/**
 * A table of every step, its result and how long it took, by section. A step that covers walk-throughs of the upstream
 * operators names their ids.
 *
 * @param seconds the duration of the demo; shorter than all steps together, because tours run at the same time
 */
export function formatSummary(sections: readonly SectionResult[], seconds: number): string {
  const results = sections.flatMap((section) => section.results);
  const widths = { ids: getWidth(results.map(formatIds)), title: getWidth(results.map(({ title }) => title)) };
  const row = (step: StepResult): string =>
    `  ${formatIds(step).padEnd(widths.ids)}  ${step.title.padEnd(widths.title)}  ${step.seconds.toFixed(1).padStart(5)} s  ${step.result}`;
  const parts = sections.map(({ title, results: own }) =>
    [`${title} (${sum(own).toFixed(1)} s)`, ...own.map(row)].join('\n'),
  );
  const walked = new Set(results.flatMap(({ ids }) => ids)).size;
  return [
    ...parts,
    `Total: ${seconds.toFixed(1)} s, ${String(walked)} walk-throughs of the upstream samples (listed by id in test/ids.md)`,
  ].join('\n');
}

const formatIds = ({ ids }: StepResult): string => ids.join(' ');
const getWidth = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

function sum(results: readonly StepResult[]): number {
  return results.reduce((total, { seconds }) => total + seconds, 0);
}
