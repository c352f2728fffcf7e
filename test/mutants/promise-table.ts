import { markdownTable } from '../../operator/generate/src/docs/markdown-table.ts';
import type { Mutant } from './mutant.ts';
import type { RuntimePromise } from './promises.ts';

/** One row per mutant of a promise: what breaks, and which test turns red. */
export function promiseTable(promises: readonly RuntimePromise[], mutants: readonly Mutant[]): string {
  const rows = promises.flatMap((promise) =>
    promise.mutants.map((name, index) => {
      const mutant = mutants.find((each) => each.name === name);
      if (mutant === undefined) throw new Error(`${promise.name}: there is no mutant ${name}`);
      const file = mutant.test.file.replace(/^operator\/runtime\/src\//, '');
      return [index === 0 ? promise.name : '', `\`${name}\``, mutant.promise, `\`${file}\`: ${mutant.test.title}`];
    }),
  );
  return markdownTable(['promise', 'mutant', 'what no longer holds', 'test that turns red'], rows);
}

/** How many mutants the table has for each promise. */
export function countsIn(table: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let promise = '';
  for (const [, name = ''] of table.matchAll(/^\| *([^|]*?) *\| *`/gm)) {
    promise = name === '' ? promise : name;
    counts.set(promise, (counts.get(promise) ?? 0) + 1);
  }
  return counts;
}
