import { defineConfig } from 'vitepress';

import { configureMarkdown, slugify } from '../markdown.ts';
import { closed, notOnSite } from '../navigation.ts';
import { readSections, root, toUrl } from '../pages.ts';

const sections = readSections();
const pages = sections.flatMap(({ groups }) => groups.flatMap((group) => group.pages));
const byPath = new Map(pages.map((page) => [page.path, page]));

function reportDeadLink(message: string): void {
  // While a page is being written, the server goes on.
  if (process.env['NODE_ENV'] === 'production') throw new Error(message);
  console.warn(message);
}

export default defineConfig({
  title: 'Kubewright',
  description: 'The operator platform for TypeScript',
  base: process.env['SITE_BASE'] ?? '/',
  srcDir: root,
  srcExclude: ['**/{dist,output,.tmp}/**', ...notOnSite.filter((pattern) => pattern !== 'site/**')],
  rewrites: { 'site/index.md': 'index.md', ...Object.fromEntries(pages.map(({ path, target }) => [path, target])) },
  outDir: `${root}/output/site`,
  cacheDir: `${root}/node_modules/.cache/vitepress`,
  cleanUrls: true,
  markdown: { anchor: { slugify }, config: (md) => configureMarkdown(md, { pages: byPath, reportDeadLink }) },
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
