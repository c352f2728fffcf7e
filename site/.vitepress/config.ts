import { globSync } from 'node:fs';

import { defineConfig } from 'vitepress';

import { toAnchor } from '../../scripts/check/docs.ts';
import { listRepositoryFiles } from '../../scripts/files.ts';
import { root } from '../../scripts/run.ts';
import { configureMarkdown } from '../markdown.ts';
import { closed } from '../navigation.ts';
import { readSections, toUrl } from '../pages.ts';

const sections = readSections(await listRepositoryFiles());
const pages = sections.flatMap(({ groups }) => groups.flatMap((group) => group.pages));
const start = 'site/index.md';
const byPath = new Map(pages.map((page) => [page.path, page]));

/** Markdown that is not on the site, such as what a build copies. */
function listOthers(): string[] {
  const all = globSync('**/*.md', { cwd: root, exclude: (name) => name === 'node_modules' });
  return all.filter((file) => file !== start && !byPath.has(file));
}

function reportDeadLink(message: string): void {
  // Throws only in a build: the development server continues while a page has dead links.
  if (process.env['NODE_ENV'] === 'production') throw new Error(message);
  console.warn(message);
}

export default defineConfig({
  title: 'Kubewright',
  description: 'The operator platform for TypeScript',
  base: process.env['SITE_BASE'] ?? '/',
  srcDir: root,
  srcExclude: listOthers(),
  rewrites: { [start]: 'index.md', ...Object.fromEntries(pages.map(({ path, target }) => [path, target])) },
  outDir: `${root}/output/site`,
  cacheDir: `${root}/node_modules/.cache/vitepress`,
  cleanUrls: true,
  markdown: {
    // The anchors of headings are those of GitHub, so that a link works in both places.
    anchor: { slugify: toAnchor },
    config: (md) => configureMarkdown(md, { pages: byPath, reportDeadLink }),
  },
  vite: { server: { watch: { ignored: ['**/{dist,output,.tmp}/**'] } } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      ...sections.map(({ slug, title, groups }) => ({
        text: title,
        link: firstUrl(groups),
        activeMatch: `^/${slug}/`,
      })),
      { text: 'GitHub', link: 'https://github.com/kubewright/kubewright' },
    ],
    sidebar: Object.fromEntries(
      sections.map(({ slug, groups }) => [
        `/${slug}/`,
        groups.map(({ title, pages: items }) => ({
          text: title,
          collapsed: closed.includes(title),
          items: items.map((page) => ({ text: page.title, link: toUrl(page) })),
        })),
      ]),
    ),
    editLink: { pattern: 'https://github.com/kubewright/kubewright/edit/main/:path', text: 'Edit this page' },
  },
});

function firstUrl([first]: (typeof sections)[number]['groups']): string {
  const [page] = first?.pages ?? [];
  return page === undefined ? '/' : toUrl(page);
}
