import type { Case } from '../cases/case.ts';
import { type FindText, testsWith } from './test-ids.ts';

/**
 * What is known to go wrong in runtimes, by id: each must stand in the lists of `test/cases/`, and above a test that runs
 * in each file that they name.
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

/** What is wrong with the lists. */
export function caseComplaints(list: readonly Case[], find: FindText): readonly string[] {
  const listed = new Set(list.map(({ id }) => id));
  const missing = caseIds.filter((id) => !listed.has(id)).map((id) => `${id} has no test`);
  return [...missing, ...list.flatMap((each) => complaintsOf(each, find))];
}

function complaintsOf({ id, states, files }: Case, find: FindText): readonly string[] {
  return [
    ...(caseIds.includes(id) ? [] : [`${id} is no id that there is`]),
    ...(states.trim() === '' ? [`${id} does not say what it states`] : []),
    ...files.flatMap((file) => fileComplaints(id, file, find(file))),
  ];
}

function fileComplaints(id: string, file: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [`${id}: there is no ${file}`];
  return testsWith(id, file, text).length > 0 ? [] : [`${id} stands above no test that ${file} runs`];
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
