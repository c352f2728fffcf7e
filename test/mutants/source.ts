import type { Mutant } from './mutant.ts';

/**
 * The text of a file with the mutant applied.
 *
 * Throws if `find` does not occur exactly once, because then it is unclear what the mutant breaks.
 */
export function mutate(text: string, { name, file, find, replace }: Mutant): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined) throw new Error(`mutant ${name}: its text is no longer in ${file}`);
  if (more.length > 0) throw new Error(`mutant ${name}: its text occurs ${more.length + 1} times in ${file}`);
  return before + replace + after;
}
