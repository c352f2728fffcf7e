import type { Original } from '../cases/originals/original.ts';
import { runningTests } from './titles.ts';

/**
 * The tests, walk-throughs and known faults of the original operators, by id. Each id needs a row in
 * `test/cases/originals`, and in each file that the row names a test that runs must have the id in its title.
 */

/** The number of ids with each prefix: IC-T1 to IC-T9, and so on. */
const counts: Readonly<Record<string, number>> = {
  'IC-T': 9,
  'BUG-IC-': 11,
  'EC-A': 8,
  'BUG-EC-': 14,
  'WS-A': 6,
  'BUG-WS-': 11,
  'MC-T': 13,
  'BUG-MC-': 16,
  'PS-T': 5,
  'PS-A': 6,
  'BUG-PS-': 12,
};

/** Every id. */
export const ids: readonly string[] = Object.entries(counts).flatMap(([prefix, count]) =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1)}`),
);

/** The problems of the rows. @param find the text of a file, if it exists */
export function idComplaints(rows: readonly Original[], find: (file: string) => string | undefined): readonly string[] {
  const listed = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !listed.has(id)).map((id) => `${id} has no row`);
  const unknown = rows.filter(({ id }) => !ids.includes(id)).map(({ id }) => `${id} is an unknown id`);
  return [...missing, ...unknown, ...rows.flatMap((row) => rowComplaints(row, find))];
}

function rowComplaints({ id, files }: Original, find: (file: string) => string | undefined): readonly string[] {
  if (files.length === 0) return [`${id} names no file`];
  return files.flatMap((file) => {
    const text = find(file);
    if (text === undefined) return [`${id}: there is no ${file}`];
    return titlesWith(text, id).length > 0 ? [] : [`no title of ${file} has the id ${id}`];
  });
}

/** The titles with the id, of tests that run and of the groups around them. */
export function titlesWith(text: string, id: string): readonly string[] {
  const whole = new RegExp(`\\b${id}\\b(?!\\d)`);
  const titles = runningTests(text).flatMap(({ title, groups }) =>
    [title, ...groups].filter((each) => whole.test(each)),
  );
  return [...new Set(titles)];
}
