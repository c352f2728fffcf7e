/** Finds scripts, files, links, anchors and table facts in a documentation page. */

/** Whether a file is a documentation page: at the top level, of the guide, a package's README, or below a package's `docs/`. */
export function isPage(file: string): boolean {
  return /^([A-Z]+\.md|guide\/[^/]+\.md|(operator|infra)\/([^/]+|docs\/.+|(runtime|control-plane|testing|generate)\/README)\.md)$/.test(
    file,
  );
}

/** Whether a page is a chapter of the guide, whose project `test/e2e/guide` builds and runs. */
export function isChapter(file: string): boolean {
  return /^guide\/\d-[^/]+\.md$/.test(file);
}

export function listScripts(page: string): string[] {
  const named = [...page.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
  const short = [...page.matchAll(/\bnpm (start|test)\b/g)].map(([, name]) => name ?? '');
  return [...new Set([...named, ...short])].sort();
}

/** Returns the paths of files and folders that a page links or quotes in backticks, without patterns such as `*.ts`. */
export function listPaths(page: string): string[] {
  const links = [...page.matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
  const quoted = [...page.matchAll(/`((?:operator|infra|imports|scripts|test)\/[^`\s]*)`/g)];
  const paths = [...links, ...quoted].map(([, path]) => path ?? '');
  return [...new Set(paths)].filter((path) => !/[*<{…]/.test(path)).sort();
}

export interface Link {
  /** Path of the linked file, relative to the page; empty for a link within the page. */
  readonly path: string;
  /** The anchor of the link's heading; empty without one. */
  readonly anchor: string;
}

/** Returns the links of a page, except those to other sites. */
export function listLinks(page: string): readonly Link[] {
  return [...removeCodeBlocks(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
    ([, path = '', anchor = '']) => ({ path, anchor }),
  );
}

/** Returns the anchors of a page's headings, as GitHub generates them: a repeated heading gets a number. */
export function listAnchors(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = [...removeCodeBlocks(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = toAnchor(heading);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${String(count)}`;
  });
  return new Set(anchors);
}

/** The anchor of a heading, as GitHub generates it. */
export function toAnchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function removeCodeBlocks(page: string): string {
  return page.replaceAll(/^( *)```[^]*?^\1```/gm, '');
}

/**
 * Returns the code spans in the first cell of each table row, of the whole page or one section. A cell can have
 * several.
 */
export function firstCells(page: string, heading?: string): readonly string[] {
  const rows = sectionOf(page, heading).matchAll(/^\| (`[^|]*?) *\|/gm);
  return [...rows].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
}

/**
 * Returns the text below a heading, up to the next heading of the same or a higher level; the whole page without a
 * heading.
 */
export function sectionOf(page: string, heading?: string): string {
  if (heading === undefined) return page;
  const begin = new RegExp(`^(#+) ${heading}\n`, 'm').exec(page);
  if (begin === null) throw new Error(`the page has no heading "${heading}"`);
  const rest = page.slice(begin.index + begin[0].length);
  const end = new RegExp(`^#{1,${String(begin[1]?.length ?? 1)}} `, 'm').exec(rest);
  return rest.slice(0, end?.index);
}
