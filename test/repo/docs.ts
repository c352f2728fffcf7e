/** Rules of the pages at the top level, as functions from a page's text to what it mentions. */

/** Names of the scripts that a page tells its reader to run. */
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
