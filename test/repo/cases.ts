import type { Case } from '../cases/case.ts';
import { type FindText, testsWith } from './test-ids.ts';

/**
 * What is known to go wrong in operator runtimes has an id: `case-…` if others test it, `fault-…` if none does. `test/cases/`
 * must list each id with at least one file, and in each listed file the id must be in the comment above a test that is
 * not skipped.
 */

/** Numbers of the cases that other runtimes test, without those about features that this runtime does not have. */
const cases = [...range(1, 12), 14, ...range(16, 30)];
/** Numbers of the faults that no other runtime tests, without those that cannot happen in this one. */
const faults = [...range(1, 6), ...range(9, 17)];

/** Every id. */
export const caseIds: readonly string[] = [
  ...cases.map((number) => `case-${String(number)}`),
  ...faults.map((number) => `fault-${String(number)}`),
];

/** The problems of a list of cases. @param find the text of a file, if it exists */
export function caseComplaints(list: readonly Case[], find: FindText): readonly string[] {
  const listed = new Set(list.map(({ id }) => id));
  const missing = caseIds.filter((id) => !listed.has(id)).map((id) => `${id} has no test`);
  return [...missing, ...list.flatMap((each) => complaintsOf(each, find))];
}

function complaintsOf({ id, states, files }: Case, find: FindText): readonly string[] {
  return [
    ...(caseIds.includes(id) ? [] : [`${id} is an unknown id`]),
    ...(states.trim() === '' ? [`${id} states nothing`] : []),
    ...files.flatMap((file) => fileComplaints(id, file, find(file))),
  ];
}

function fileComplaints(id: string, file: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [`${id}: there is no ${file}`];
  return testsWith(id, file, text).length > 0 ? [] : [`no test that ${file} runs has the id ${id} above it`];
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
