import { markdownTable } from '../../operator/generate/src/docs/markdown-table.ts';
import { testsWith } from '../repo/test-ids.ts';
import type { Mutant } from './mutant.ts';
import type { RuntimePromise } from './promises.ts';

/** A table with one row per mutant of a promise: what no longer holds, and the test that fails. */
export function promiseTable(
  promises: readonly RuntimePromise[],
  mutants: readonly Mutant[],
  textOf: (file: string) => string,
): string {
  const rows = promises.flatMap((promise) =>
    promise.mutants.map((name, index) => {
      const mutant = mutants.find((each) => each.name === name);
      if (mutant === undefined) throw new Error(`${promise.name}: there is no mutant ${name}`);
      return [index === 0 ? promise.name : '', `\`${name}\``, mutant.promise, testOf(mutant, textOf)];
    }),
  );
  return markdownTable(['promise', 'mutant', 'what no longer holds', 'test that turns red'], rows);
}

/** The file and the titles of a mutant's tests. */
function testOf({ name, test, casesIn: file = test }: Mutant, textOf: (file: string) => string): string {
  const titles = testsWith(name, file, textOf(file)).map(({ title }) => title);
  return `\`${test.replace(/^operator\/runtime\/src\//, '')}\`: ${titles.join('; ')}`;
}

/** The number of mutants in the table for each promise. */
export function countsIn(table: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let promise = '';
  for (const [, name = ''] of table.matchAll(/^\| *([^|]*?) *\| *`/gm)) {
    promise = name === '' ? promise : name;
    counts.set(promise, (counts.get(promise) ?? 0) + 1);
  }
  return counts;
}
