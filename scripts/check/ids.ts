/**
 * Rules of the page `test/ids.md`, which lists known failure modes of operators and runtimes, by id, with the files
 * whose tests show that ours do not have them.
 */

/** The number of ids with each prefix, such as `case`. */
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
  'case-': 30,
  'fault-': 17,
};
/** Ids of failure modes that cannot occur in this runtime, so no test covers them. */
const impossible = ['case-13', 'case-15', 'fault-7', 'fault-8'];

export const ids: readonly string[] = Object.entries(counts)
  .flatMap(([prefix, count]) => Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1)}`))
  .filter((id) => !impossible.includes(id));

export interface IdRow {
  readonly id: string;
  /** Test files of the id, as paths from the repository's root. */
  readonly files: readonly string[];
}

/** Parses the lines ``- case-3: what holds. `path/of/a.test.ts` `` of the page. */
export function readIds(page: string): readonly IdRow[] {
  return [...page.matchAll(/^- ([\w-]+\d): (.+)$/gm)].map(([, id = '', rest = '']) => ({
    id,
    files: [...rest.matchAll(/`([^`]+\/[^`]+\.ts)`/g)].map(([, file = '']) => file),
  }));
}

/** Finds the errors of the page's rows. @param find returns the text of a file, if the file exists */
export function findIdComplaints(
  rows: readonly IdRow[],
  find: (file: string) => string | undefined,
): readonly string[] {
  const listed = rows.map(({ id }) => id);
  const missing = ids.filter((id) => !listed.includes(id)).map((id) => `${id} is missing from test/ids.md`);
  const unknown = listed.filter((id) => !ids.includes(id)).map((id) => `${id} is an unknown id`);
  return [...missing, ...unknown, ...rows.flatMap((row) => findRowComplaints(row, find))];
}

function findRowComplaints({ id, files }: IdRow, find: (file: string) => string | undefined): readonly string[] {
  if (files.length === 0) return [`${id} names no file`];
  return files.flatMap((file) => {
    const text = find(file);
    if (text === undefined) return [`${id}: ${file} does not exist`];
    return hasTest(text, id) ? [] : [`no test of ${file} has the id ${id}`];
  });
}

/** Whether the id is in the title of a test (a string), or in the comment above one. Lint forbids skipped tests. */
function hasTest(text: string, id: string): boolean {
  return parseIds(text).includes(id) || new RegExp(`['"\`][^'"\`\n]*\\b${id}\\b`).test(text);
}

/** Returns the ids in comments such as `// id: case-3, fault-1` of a file. */
export function parseIds(text: string): readonly string[] {
  return [...text.matchAll(/^[ \t]*\/\/ id: (.+)$/gm)].flatMap(([, list = '']) => list.split(', '));
}
