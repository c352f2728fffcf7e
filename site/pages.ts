import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { type Audience, audiences, notOnSite } from './navigation.ts';

/** A page, by its path from the root of the repository. */
export interface Page {
  readonly path: string;
  readonly title: string;
  /** The path of its copy on the site: `author/operator/concepts/apply.md`. */
  readonly target: string;
}

export interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
}

export interface Section extends Pick<Audience, 'slug' | 'title'> {
  readonly groups: readonly Group[];
}

export const root = path.resolve(import.meta.dirname, '..');
const repository = 'https://github.com/kubewright/kubewright';
const isIgnored = (name: string): boolean => ['node_modules', 'dist', 'output', '.tmp'].includes(name);

/** The sections of the site. Throws if a page is in no group, or if a path in the navigation has no file. */
export function readSections(navigation: readonly Audience[] = audiences): readonly Section[] {
  const taken = new Set<string>();
  const sections = navigation.map(({ slug, title, groups }) => ({
    slug,
    title,
    groups: Object.entries(groups).map(([group, patterns]) => ({
      title: group,
      pages: patterns.flatMap((pattern) => takePages(pattern, taken)).map((file) => readPage(slug, file)),
    })),
  }));
  const orphans = listFiles('**/*.md').filter(
    (file) => !taken.has(file) && !notOnSite.some((pattern) => path.matchesGlob(file, pattern)),
  );
  if (orphans.length > 0) throw new Error(`add these pages to site/navigation.ts: ${orphans.join(', ')}`);
  return sections.map((section) => ({ ...section, groups: section.groups.filter(({ pages }) => pages.length > 0) }));
}

/** The files of a pattern that no earlier pattern has. */
function takePages(pattern: string, taken: Set<string>): readonly string[] {
  const files = listFiles(pattern).filter((file) => !taken.has(file));
  if (files.length === 0 && !/[*{]/.test(pattern))
    throw new Error(`site/navigation.ts lists ${pattern}, which does not exist or is listed before`);
  for (const file of files) taken.add(file);
  return files.sort((a, b) => Number(isReadme(b)) - Number(isReadme(a)) || a.localeCompare(b));
}

/** The files of the repository, except generated ones. */
export function listFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: root, exclude: isIgnored }).filter((file) => !file.split('/').some(isIgnored));
}

function isReadme(file: string): boolean {
  return path.basename(file) === 'README.md';
}

function readPage(slug: string, file: string): Page {
  const [, heading] = /^# (.+)$/m.exec(readFileSync(path.join(root, file), 'utf8')) ?? [];
  if (heading === undefined) throw new Error(`${file} has no heading of level 1`);
  const target = file.replace('/docs/', '/').replace(/(^|\/)README\.md$/, '$1index.md');
  const title = heading.replace(/^(Internals|Reference|API): /, '').replaceAll('`', '');
  return { path: file, title: title.charAt(0).toUpperCase() + title.slice(1), target: `${slug}/${target}` };
}

/** The URL of a page, from the root of the site. */
export function toUrl({ target }: Page): string {
  return `/${target.replace(/(index)?\.md$/, '')}`;
}

/**
 * The link on the site for a link of a page. Links to files that are not on the site lead to the repository;
 * `undefined` for a file that does not exist.
 */
export function tryResolveLink(pages: ReadonlyMap<string, Page>, from: string, link: string): string | undefined {
  if (/^([a-z]+:|#|$)/.test(link)) return link;
  const [file = '', anchor] = link.split('#');
  const target = path.posix.join(path.posix.dirname(from), file).replace(/\/$/, '');
  const page = pages.get(target) ?? pages.get(`${target}/README.md`);
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  if (page !== undefined) return `${toUrl(page)}${suffix}`;
  const absolute = path.join(root, target);
  if (!existsSync(absolute)) return undefined;
  return `${repository}/${statSync(absolute).isDirectory() ? 'tree' : 'blob'}/main/${target}${suffix}`;
}
