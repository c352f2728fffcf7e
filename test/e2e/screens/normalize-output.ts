/** Patterns of text that differs between runs, and the placeholders for it. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/\bt-[0-9a-f]{8}\b/g, 'default'],
  [/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, '2026-01-01T00:00:00Z'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uid>'],
  [/(Resource Version: +)\d+/g, '$1<version>'],
  [/\bused: pods=\d+/g, 'used: pods=<n>'],
  [/-[0-9a-z]{8,10}-([0-9a-z]{5}\b|\*)/g, '-<hash>-*'],
];

/** Replaces text in the output of `kubectl` that differs between runs by placeholders. */
function normalizeOutput(printed: string): string {
  const text = replacements.reduce((result, [pattern, by]) => result.replace(pattern, by), printed);
  return text.replaceAll(/ +$/gm, '').trimEnd();
}

/**
 * Replaces text in a table of `kubectl get` by placeholders. Splits rows at the columns of the header, because some
 * cells are blank.
 */
export function normalizeTable(printed: string): string {
  const [head = '', ...rows] = printed.trimEnd().split('\n');
  const starts = [...head.matchAll(/\S+(?: \S+)*/g)].map(({ index }) => index);
  const cells = [head, ...rows].map((line) => starts.map((start, at) => line.slice(start, starts[at + 1]).trim()));
  const names = cells[0] ?? [];
  const isAge = (at: number): boolean => ['AGE', 'COMPLETED', 'LAST SCHEDULE'].includes(names[at] ?? '');
  const same = cells.map((row, index) =>
    row.map((cell, at) => (index > 0 && isAge(at) && cell !== '' ? '1s' : normalizeOutput(cell))),
  );
  return formatColumns(same);
}

/** Replaces text in the output of `kubectl describe` by placeholders, and omits the metadata that every object has. */
export function normalizeDescription(printed: string): string {
  const [about = '', events = ''] = printed.split(/^Events:/m);
  const shown = about
    .replace(/^Metadata:\n(?: .*\n)*/m, '')
    .replace(/^(Labels|Annotations|Namespace|API Version): .*\n/gm, '');
  return `${normalizeOutput(shown)}\nEvents:${normalizeEvents(events)}`;
}

function normalizeEvents(printed: string): string {
  const rows = printed
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s{2,}/));
  if (rows.length === 0) return ` ${printed.trim()}`;
  const same = rows.map((row, index) => row.map((cell, at) => (index > 1 && at === 2 ? '1s' : normalizeOutput(cell))));
  return `\n${formatColumns(same)
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')}`;
}

function formatColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}
