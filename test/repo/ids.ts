import { runningTests } from './titles.ts';

/**
 * The tests, walk-throughs and known faults of the operators that ours succeed, by id: each must stand in the table of
 * `test/README.md`, and in the title of a test that it names and that runs, or with the feature that it waits for.
 */

/** How many ids of each kind there are: IC-T1 to IC-T9, and so on. */
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

/** One row of a table of ids. */
export interface IdRow {
  readonly id: string;
  /** As written: relative to the folder of the section, to `test/`, or from the repository's root. */
  readonly files: readonly string[];
  /** Folder of the section. */
  readonly folder: string;
  readonly waits: boolean;
}

/** The rows that a page has. A section says where its files are: "Files are in `e2e/pet/`". */
export function idRows(page: string): readonly IdRow[] {
  return page.split(/^## /m).flatMap((section) => {
    const folder = /Files are in `([^`]+)`/.exec(section)?.[1] ?? '';
    return [...section.matchAll(/^\| ((?:BUG-)?[A-Z]{2}-[AT]?\d+)\b[^|]*\|([^|]*)\|([^\n]*)\|$/gm)].map(
      ([, id = '', where = '', tests = '']) => ({
        id,
        files: [...where.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? ''),
        folder,
        waits: /\bwaits for\b/.test(where + tests),
      }),
    );
  });
}

/** What is wrong with a table of ids. @param find the text of the file that a row means, if there is one */
export function idComplaints(
  rows: readonly IdRow[],
  find: (file: string, folder: string) => string | undefined,
): readonly string[] {
  const listed = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !listed.has(id)).map((id) => `${id} is not in the table`);
  const unknown = rows.filter(({ id }) => !ids.includes(id)).map(({ id }) => `${id} is no id that there is`);
  return [...missing, ...unknown, ...rows.flatMap((row) => rowComplaints(row, find))];
}

function rowComplaints(
  { id, files, folder, waits }: IdRow,
  find: (file: string, folder: string) => string | undefined,
): readonly string[] {
  const texts = files.map((file) => ({ file, text: find(file, folder) }));
  const lost = texts.filter(({ text }) => text === undefined).map(({ file }) => `${id}: there is no ${file}`);
  const isNamed = texts.some(({ text = '' }) => hasInTitle(text, id));
  return isNamed || waits ? lost : [...lost, `${id} stands in no title of the files that it names`];
}

/** Whether a test that runs has the id in its title or in that of a group around it. */
function hasInTitle(text: string, id: string): boolean {
  const whole = new RegExp(`\\b${id}\\b(?!\\d)`);
  return runningTests(text).some(({ title, groups }) => [title, ...groups].some((each) => whole.test(each)));
}
