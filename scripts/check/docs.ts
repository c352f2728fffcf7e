/** Finds what a documentation page mentions: scripts, files, links and anchors. */

/** Whether a file is a documentation page: at the top level, a package's README, or below a package's `docs/`. */
export function isPage(file: string): boolean {
  return /^([A-Z]+\.md|(operator|infra)\/([^/]+|docs\/.+|(runtime|testing|generate)\/README)\.md)$/.test(file);
}

/** The npm scripts that a page names, sorted. */
export function scriptsIn(page: string): string[] {
  const named = [...page.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
  const short = [...page.matchAll(/\bnpm (start|test)\b/g)].map(([, name]) => name ?? '');
  return [...new Set([...named, ...short])].sort();
}

/** The paths of files and folders that a page links or quotes in backticks, without patterns such as `*.ts`. */
export function pathsIn(page: string): string[] {
  const links = [...page.matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
  const quoted = [...page.matchAll(/`((?:operator|infra|imports|scripts|test)\/[^`\s]*)`/g)];
  const paths = [...links, ...quoted].map(([, path]) => path ?? '');
  return [...new Set(paths)].filter((path) => !/[*<{…]/.test(path)).sort();
}

/** The target of a link. */
export interface Link {
  /** Relative to the page; empty for the page itself. */
  readonly path: string;
  /** The anchor of a heading, or empty. */
  readonly anchor: string;
}

/** The links of a page, without those to other sites. */
export function linksIn(page: string): readonly Link[] {
  return [...withoutBlocks(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
    ([, path = '', anchor = '']) => ({ path, anchor }),
  );
}

/** The anchors of a page's headings, as GitHub generates them: a repeated heading gets a number. */
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
