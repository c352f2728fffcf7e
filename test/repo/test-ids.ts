import type { Case } from '../cases/case.ts';
import { idsIn, type Titled, type WrittenId } from './title-forms.ts';
import { casesIn, runningTests } from './titles.ts';

/**
 * Cases and mutants refer to tests by ids, so that a better title breaks nothing. The comment right above a test,
 * `// id: case-3, queue-forgets-a-key`, has the ids of its cases, and the names of the mutants that turn it red.
 */

/** Where a mutant has its test. */
export interface Mutated {
  readonly name: string;
  /** The file of the test. */
  readonly test: string;
  /** The file of the case that the test runs, if that is another. */
  readonly casesIn?: string;
}

/** Who refers to tests. */
export interface Referring {
  readonly cases: readonly Case[];
  readonly mutants: readonly Mutated[];
}

/** Of a file, if there is one. */
export type FindText = (file: string) => string | undefined;

/** The tests of a file, or the cases of a contract, that have an id, of those that run. */
export function testsWith(id: string, file: string, text: string): readonly Titled[] {
  return titledIn(file, text).filter((each) => hasId(each, id));
}

/** What is wrong with the test of a mutant. */
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

/** What is wrong with the ids that stand in a file: nobody refers to them, or they belong to no test that runs. */
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
      ...(held.has(at) ? [] : [`${file}:${line}: ${id} stands above no test that runs`]),
      ...(ofCases.has(id) || ofMutants.has(id) ? [] : [`${file}:${line}: no case and no mutant of this file is ${id}`]),
      ...(isSecond ? [`${file}:${line}: ${id} has another test already`] : []),
    ];
  });
}

/** A regular expression for the titles of a test that runs: `%s`, `$name` and `${…}` stand for any text. */
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
  return file.endsWith('.test.ts') ? runningTests(text) : casesIn(text);
}

/** Of all comments that are alone in their lines. */
function writtenIds(text: string): readonly WrittenId[] {
  if (!text.includes('// id: ')) return [];
  return [...text.matchAll(/^([ \t]*)(\/\/ id: .+)$/gm)].flatMap(({ index, 1: indent = '', 2: comment = '' }) =>
    idsIn(comment, index + indent.length),
  );
}
