import { type RunningTest, runningTests } from './titles.ts';

/**
 * The tests, walk-throughs and known faults of the operators that ours succeed, by id: each must stand in the table of
 * `test/README.md`, and in the title of a test that runs in each file that it names there. A few wait for a feature.
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

/** Ids of what there is not yet, the Helm chart and the OLM bundle: their rows may wait, and no others. */
const mayWait: ReadonlySet<string> = new Set([
  'EC-A8',
  'BUG-EC-12',
  'MC-T11',
  'BUG-MC-10',
  'BUG-MC-11',
  'BUG-MC-12',
  'BUG-MC-13',
]);

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
  /** Names the feature that is awaited, and no file. */
  readonly waits: boolean;
}

/** The rows that a page has. A section says where its files are: "Files are in `e2e/pet/`". */
export function idRows(page: string): readonly IdRow[] {
  return page.split(/^## /m).flatMap((section) => {
    const folder = /Files are in `([^`]+)`/.exec(section)?.[1] ?? '';
    return [...section.matchAll(/^\| ((?:BUG-)?[A-Z]{2}-[AT]?\d+)\b[^|]*\|([^|]*)\|([^\n]*)\|$/gm)].map(
      ([, id = '', where = '', tests = '']) => {
        const files = [...where.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '');
        return { id, files, folder, waits: files.length === 0 && /^\s*waits for: \S/.test(tests) };
      },
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
  if (waits) return mayWait.has(id) ? [] : [`${id} must not wait: name its tests`];
  if (files.length === 0) return [`${id} names no file`];
  return files.flatMap((file) => {
    const text = find(file, folder);
    if (text === undefined) return [`${id}: there is no ${file}`];
    return hasInTitle(text, id) ? [] : [`${id} stands in no title of ${file}`];
  });
}

/** Many rows name the same file, and to read one takes its time. */
const known = new Map<string, readonly RunningTest[]>();

function testsIn(text: string): readonly RunningTest[] {
  const tests = known.get(text) ?? runningTests(text);
  known.set(text, tests);
  return tests;
}

/** Whether a test that runs has the id in its title or in that of a group around it. */
function hasInTitle(text: string, id: string): boolean {
  const whole = new RegExp(`\\b${id}\\b(?!\\d)`);
  return testsIn(text).some(({ title, groups }) => [title, ...groups].some((each) => whole.test(each)));
}
