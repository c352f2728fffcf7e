/** Rules of the pages at the top level, as functions from a page's text to what it mentions. */

/** Whether a file is a page for readers: at the top level, a package's README, and all below its `docs/`. */
export function isPage(file: string): boolean {
  return /^([A-Z]+\.md|(operator|infra)\/([^/]+|docs\/.+|(runtime|testing|generate)\/README)\.md)$/.test(file);
}

/** Names of the scripts that a page says to run. */
export function scriptsIn(page: string): string[] {
  const named = [...page.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
  const short = [...page.matchAll(/\bnpm (start|test)\b/g)].map(([, name]) => name ?? '');
  return [...new Set([...named, ...short])].sort();
}

/** Files and folders that a page names as paths from the root, in a link or in backticks; patterns are left out. */
export function pathsIn(page: string): string[] {
  const links = [...page.matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
  const quoted = [...page.matchAll(/`((?:operator|infra|imports|test)\/[^`\s]*)`/g)];
  const paths = [...links, ...quoted].map(([, path]) => path ?? '');
  return [...new Set(paths)].filter((path) => !/[*<{…]/.test(path)).sort();
}

/** Where a link leads: a path relative to its page (empty: the page itself), and the anchor of a heading, or none. */
export interface Link {
  readonly path: string;
  readonly anchor: string;
}

/** The links of a page, without those to other sites. */
export function linksIn(page: string): readonly Link[] {
  return [...withoutBlocks(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
    ([, path = '', anchor = '']) => ({ path, anchor }),
  );
}

/** The anchors of a page's headings, as GitHub makes them: a heading that comes again has a number. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = [...withoutBlocks(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const anchor = anchorOf(heading);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${String(count)}`;
  });
  return new Set(anchors);
}

function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function withoutBlocks(page: string): string {
  return page.replaceAll(/^( *)```[^]*?^\1```/gm, '');
}
