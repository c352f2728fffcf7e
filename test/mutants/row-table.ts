import { markdownTable } from '../../operator/generate/src/docs/markdown-table.ts';
import type { Mutant } from './mutant.ts';
import { operatorRows } from './operator-rows.ts';

/** A table of `operatorRows`, with the mutants of each. */
export function rowTable(mutants: readonly Mutant[]): string {
  const rows = operatorRows.map((row) => {
    const names = mutants.filter((mutant) => mutant.row === row).map(({ name }) => `\`${name}\``);
    return [row, names.join(', ')];
  });
  return markdownTable(['what operators promise', 'mutants'], rows);
}
