import type { Case } from '../cases/case.ts';
import { idsIn, type Titled, type WrittenId } from './title-forms.ts';
import { casesIn, runningTests } from './titles.ts';

/**
 * Cases and mutants refer to tests by ids, so that titles can change. The comment right above a test,
 * `// id: case-3, queue-forgets-a-key`, has the ids of its cases and the names of the mutants that make it fail.
 */

/** The location of a mutant's test. */
export interface Mutated {
  readonly name: string;
  /** The file of the test. */
  readonly test: string;
  /** The file with the case that the test runs, if it is another file. */
  readonly casesIn?: string;
}

/** Everything that refers to tests by id. */
export interface Referring {
  readonly cases: readonly Case[];
  readonly mutants: readonly Mutated[];
}

/** Returns the text of a file, if it exists. */
export type FindText = (file: string) => string | undefined;

/** The tests of a file that run, or the cases of a contract, that have an id. */
export function testsWith(id: string, file: string, text: string): readonly Titled[] {
  return titledIn(file, text).filter((each) => hasId(each, id));
}

/** The problems of a mutant's test. */
export function mutantComplaints({ name, test, casesIn: file = test }: Mutated, find: FindText): readonly string[] {
  const text = find(file);
  if (text === undefined || find(test) === undefined)
    return [`${name}: there is no ${text === undefined ? file : test}`];
  const tests = testsWith(name, file, text);
  if (tests.length === 0) return [`${name}: in ${file} no test that runs has the comment "// id: ${name}" above it`];
  const alike = new RegExp(`^(?:${tests.map(({ title }) => titlePattern(title)).join('|')})$`);
  const others = titledIn(file, text).filter((each) => !hasId(each, name) && alike.test(each.title));
  return others.map(({ title }) => `${name}: another test of ${file} is called "${title}", too`);
}

/** The problems of the ids in a file: nothing refers to an id, or it is above no test that runs. */
export function idProblems(file: string, text: string, { cases, mutants }: Referring): readonly string[] {
  const written = writtenIds(text);
  if (written.length === 0) return [];
  const held = new Set(titledIn(file, text).flatMap(({ ids }) => ids.map(({ at }) => at)));
  const ofCases = new Set(cases.filter(({ files }) => files.includes(file)).map(({ id }) => id));
  const ofMutants = new Set(mutants.filter(({ test, casesIn: from = test }) => from === file).map(({ name }) => name));
  return written.flatMap(({ id, at }, index) => {
    const line = text.slice(0, at).split('\n').length;
    const isSecond = ofMutants.has(id) && written.findIndex((each) => each.id === id) < index;
    return [
      ...(held.has(at) ? [] : [`${file}:${line}: ${id} is above no test that runs`]),
      ...(ofCases.has(id) || ofMutants.has(id) ? [] : [`${file}:${line}: no case and no mutant of this file is ${id}`]),
      ...(isSecond ? [`${file}:${line}: ${id} has another test already`] : []),
    ];
  });
}

/** A regular expression that a test's title matches when it runs: `%s`, `$name` and `${…}` match any text. */
export function titlePattern(title: string): string {
  return title
    .split(/\$\{[^}]*\}|\$[\w.#]+|%[a-zA-Z#$]/)
    .map((part) => RegExp.escape(part))
    .join('.*');
}

function hasId({ ids }: Titled, id: string): boolean {
  return ids.some((each) => each.id === id);
}

function titledIn(file: string, text: string): readonly Titled[] {
  return /\.(test|suite)\.ts$/.test(file) ? runningTests(text) : casesIn(text);
}

/** The ids in all comments that have a line of their own. */
function writtenIds(text: string): readonly WrittenId[] {
  if (!text.includes('// id: ')) return [];
  return [...text.matchAll(/^([ \t]*)(\/\/ id: .+)$/gm)].flatMap(({ index, 1: indent = '', 2: comment = '' }) =>
    idsIn(comment, index + indent.length),
  );
}
