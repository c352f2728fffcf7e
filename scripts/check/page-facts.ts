/** Reads facts about the code from the tables of documentation pages. */

/** The code spans in the first cells of a page's tables, or of the tables in one section. A cell `a`, `b` has two. */
export function firstCells(page: string, heading?: string): readonly string[] {
  const rows = sectionOf(page, heading).matchAll(/^\| (`[^|]*?) *\|/gm);
  return [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
}

/** The text below a heading, up to the next heading of the same or a higher level. @default - the whole page */
export function sectionOf(page: string, heading?: string): string {
  if (heading === undefined) return page;
  const begin = new RegExp(`^(#+) ${heading}\n`, 'm').exec(page);
  if (begin === null) throw new Error(`the page has no heading "${heading}"`);
  const rest = page.slice(begin.index + begin[0].length);
  const end = new RegExp(`^#{1,${String(begin[1]?.length ?? 1)}} `, 'm').exec(rest);
  return rest.slice(0, end?.index);
}
