/** What pages say of the code in quotes, as functions from their texts. */

/** The first cells of the tables of a page, or of one of its sections, code by code: `a`, `b` is two. */
export function firstCells(page: string, heading?: string): readonly string[] {
  const rows = sectionOf(page, heading).matchAll(/^\| (`[^|]*?) *\|/gm);
  return [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
}

/** What stands below a heading of whatever level, up to the next one of that level or above. */
export function sectionOf(page: string, heading?: string): string {
  if (heading === undefined) return page;
  const begin = new RegExp(`^(#+) ${heading}\n`, 'm').exec(page);
  if (begin === null) throw new Error(`the page has no heading "${heading}"`);
  const rest = page.slice(begin.index + begin[0].length);
  const end = new RegExp(`^#{1,${String(begin[1]?.length ?? 1)}} `, 'm').exec(rest);
  return rest.slice(0, end?.index);
}

/** The pairs of two columns of a section's table, as `a = b`, sorted. */
export function pairsOf(page: string, heading: string, columns: readonly [number, number]): readonly string[] {
  const rows = [...sectionOf(page, heading).matchAll(/^\| (.*) \|$/gm)].slice(2);
  const cells = rows.map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()));
  return cells.map((row) => `${row[columns[0]] ?? ''} = ${row[columns[1]] ?? ''}`).sort();
}
