import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { root } from '../scripts/run.ts';
import { type Audience, audiences, notOnSite } from './navigation.ts';

/** A page of the site, with its path in the repository. */
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

const repository = 'https://github.com/kubewright/kubewright';

/**
 * Builds the sections of the site. Throws if the navigation lacks a page, or contains a path without a file.
 * @param files paths of all pages of the repository
 */
export function readSections(files: readonly string[], navigation = audiences): readonly Section[] {
  const pages = files.filter(
    (file) => file.endsWith('.md') && !notOnSite.some((pattern) => path.matchesGlob(file, pattern)),
  );
  const left = new Set(pages);
  const sections = navigation.map(({ slug, title, groups }) => ({
    slug,
    title,
    groups: Object.entries(groups).map(([group, patterns]) => ({
      title: group,
      pages: patterns.flatMap((pattern) => takePages(pattern, left)).map((file) => readPage(slug, file)),
    })),
  }));
  if (left.size > 0) throw new Error(`add these pages to site/navigation.ts: ${[...left].join(', ')}`);
  return sections.map((section) => ({ ...section, groups: section.groups.filter((group) => group.pages.length > 0) }));
}

/** Removes the pages that match a pattern from `left`, and returns them. */
function takePages(pattern: string, left: Set<string>): readonly string[] {
  const files = [...left].filter((file) => path.matchesGlob(file, pattern));
  if (files.length === 0 && !/[*{]/.test(pattern))
    throw new Error(`site/navigation.ts lists ${pattern}, which does not exist or is listed before`);
  for (const file of files) left.delete(file);
  return files.sort((a, b) => Number(isReadme(b)) - Number(isReadme(a)) || a.localeCompare(b));
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
