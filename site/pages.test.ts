import { expect, it } from 'vitest';

import { listRepositoryFiles, readRepositoryText } from '../scripts/files.ts';
import { audiences } from './navigation.ts';
import { readSections, toUrl, tryResolveLink } from './pages.ts';

const files = await listRepositoryFiles();
const pages = readSections(files).flatMap(({ groups }) => groups.flatMap((group) => group.pages));
const byPath = new Map(pages.map((page) => [page.path, page]));
const concept = 'operator/docs/concepts/apply.md';

it('each page is on the site once', () => {
  expect(new Set(pages.map(toUrl)).size).toBe(pages.length);
});

it('the start page links to pages of the site', () => {
  const start = readRepositoryText('site/index.md');
  const links = [...start.matchAll(/link: (\/[^ ]*)/g)].map(([, link = '']) => link.trim());
  expect(links).toHaveLength(5);
  expect(links.filter((link) => !pages.some((page) => toUrl(page) === link))).toEqual([]);
});

it.each([
  ['ownership.md#unowned-objects', '/author/operator/concepts/ownership#unowned-objects'],
  ['../../../infra/README.md', '/platform/infra/'],
  ['../../../infra/', '/platform/infra/'],
  ['../../src/kubewright.ts', 'https://github.com/kubewright/kubewright/blob/main/operator/src/kubewright.ts'],
  ['../../src/', 'https://github.com/kubewright/kubewright/tree/main/operator/src'],
  ['#integers', '#integers'],
  ['https://kubernetes.io', 'https://kubernetes.io'],
])('the link %s leads to %s', (link, url) => {
  expect(tryResolveLink(byPath, concept, link)).toBe(url);
});

it('finds no URL for a file that does not exist', () => {
  expect(tryResolveLink(byPath, concept, 'missing.md')).toBeUndefined();
});

it('rejects a page without a place in the navigation, and a place without a page', () => {
  expect(() => readSections(files, audiences.slice(0, 2))).toThrow(
    /^add these pages to site\/navigation.ts: .*CONTRIBUTING.md/,
  );
  const [first] = audiences;
  const wrong = { ...audiences[1]!, groups: { Deploy: ['infra/missing.md'] } };
  expect(() => readSections(files, [first!, wrong])).toThrow('lists infra/missing.md, which does not exist');
});
