/** A deliberate break of one line of the sources. */
export interface Mutant {
  /** Name of the mutant in kebab-case, for `npm run mutants -- by-hand <name>`. */
  readonly name: string;
  /** The promise that the mutant breaks. */
  readonly promise: string;
  /** Path from the repository's root. */
  readonly file: string;
  /** Text that occurs exactly once in `file`. */
  readonly find: string;
  /** The replacement. It may use only names that `file` declares or imports. */
  readonly replace: string;
  /** The file with a test that must fail, from the repository's root. */
  readonly test: string;
}

/**
 * Applies the mutant to the text of its file.
 *
 * Throws if `find` does not occur exactly once, because then it is unclear what the mutant breaks.
 */
export function applyMutant(text: string, { name, file, find, replace }: Mutant): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined)
    throw new Error(`mutant ${name}: its \`find\` text does not occur in ${file}`);
  if (more.length > 0) throw new Error(`mutant ${name}: its \`find\` text occurs ${more.length + 1} times in ${file}`);
  return before + replace + after;
}
