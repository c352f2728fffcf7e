/** A Markdown table with aligned columns, as Prettier formats it. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const texts = [head, ...rows.map((row) => row.map(cell))];
  const widths = head.map((_, column) => Math.max(3, ...texts.map((row) => widthOf(row[column] ?? ''))));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => padded(cells[column] ?? '', width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const [first = [], ...others] = texts;
  return [line(first), rule, ...others.map(line)].join('\n');
}

/** The text of a cell on one line, with its bars escaped. */
function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`);
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(width - widthOf(text));
}

/** The width in characters, not in UTF-16 code units. */
function widthOf(text: string): number {
  return Array.from(text).length;
}
