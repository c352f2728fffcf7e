import type { Case } from '../cases/case.ts';
import { runsTest } from './titles.ts';

/**
 * What is known to go wrong in runtimes, by id: each must have a test, which stands where the lists of `test/cases/` say
 * and is called as they say.
 */

/** The cases of the best runtimes; those of parts that ours does not have are left out. */
const cases = [...range(1, 12), 14, ...range(16, 30)];
/** What nobody tests, as far as it can happen to ours. */
const faults = [...range(1, 6), ...range(9, 17)];

/** Every id. */
export const caseIds: readonly string[] = [
  ...cases.map((number) => `case-${String(number)}`),
  ...faults.map((number) => `fault-${String(number)}`),
];

/** The lists that the modules of `test/cases/` export, whatever they are called, as one. */
export function listsIn(modules: readonly Readonly<Record<string, unknown>>[]): readonly Case[] {
  return modules
    .flatMap((module) => Object.values(module))
    .filter(isList)
    .flat();
}

/** What is wrong with the lists. @param textOf of a file, from the repository's root, if there is one */
export function caseComplaints(list: readonly Case[], textOf: (file: string) => string | undefined): readonly string[] {
  const listed = new Set(list.map(({ id }) => id));
  const missing = caseIds.filter((id) => !listed.has(id)).map((id) => `${id} has no test`);
  return [...missing, ...list.flatMap((each) => complaintsOf(each, textOf))];
}

function complaintsOf({ id, states, tests }: Case, textOf: (file: string) => string | undefined): readonly string[] {
  return [
    ...(caseIds.includes(id) ? [] : [`${id} is no id that there is`]),
    ...(states.trim() === '' ? [`${id} does not say what it states`] : []),
    ...tests.flatMap(({ file, title }) => testComplaints({ id, title, file }, textOf(file))),
  ];
}

function testComplaints(
  { id, file, title }: { readonly id: string; readonly file: string; readonly title: string },
  text: string | undefined,
): readonly string[] {
  if (text === undefined) return [`${id}: there is no ${file}`];
  return runsTest(text, title) ? [] : [`${id}: "${title}" is no test that ${file} runs`];
}

function isList(value: unknown): value is readonly Case[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null && 'tests' in each);
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
