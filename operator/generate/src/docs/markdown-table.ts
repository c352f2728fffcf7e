/** Renders a Markdown table with aligned columns, in Prettier's format. */
export function renderMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const texts = [head, ...rows.map((row) => row.map(escapeCell))];
  const widths = head.map((_, column) => Math.max(3, ...texts.map((row) => getWidth(row[column] ?? ''))));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => padCell(cells[column] ?? '', width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const [first = [], ...others] = texts;
  return [line(first), rule, ...others.map(line)].join('\n');
}

function escapeCell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`);
}

function padCell(text: string, width: number): string {
  return text + ' '.repeat(width - getWidth(text));
}

/** The width in characters, not in UTF-16 code units. */
function getWidth(text: string): number {
  return Array.from(text).length;
}
