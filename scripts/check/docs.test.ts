import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { listAnchors, isPage, type Link, listLinks, listPaths, listScripts } from './docs.ts';
import { listRepositoryFiles, readRepositoryText } from '../files.ts';
import { root } from '../run.ts';

const texts = (await listRepositoryFiles()).filter((file) => file.endsWith('.md'));
const pages = texts.filter(isPage);
const { scripts } = JSON.parse(readRepositoryText('package.json')) as { scripts: Record<string, string> };

/** Files of the kind Cafe, which is only an example in the guide to a new API. */
const exampleFiles = /cafe/;

describe('the documentation pages', () => {
  it('are searched for the scripts and paths that they name', () => {
    const page =
      'Run `npm test`, `npm run check -- --fix`, see [this](test/a.md) and `infra/src/<x>.ts` or `scripts/check/`.';
    expect(listScripts(page)).toEqual(['check', 'test']);
    expect(listPaths(page)).toEqual(['scripts/check/', 'test/a.md']);
  });

  it('are searched for links and for the anchors of their headings', () => {
    const page = '# `a`, or b?\n\n[x](c.md#d) [y](#a-or-b)\n\n```sh\n# no heading\n```\n\n# `a`, or b?\n';
    expect(listLinks(page)).toEqual([
      { path: 'c.md', anchor: 'd' },
      { path: '', anchor: 'a-or-b' },
    ]);
    expect([...listAnchors(page)]).toEqual(['a-or-b', 'a-or-b-1']);
  });

  it.each(texts)('have no dead link: %s', (page) => {
    const isDead = ({ path: to, anchor }: Link): boolean => {
      const target = to === '' ? page : path.posix.join(path.posix.dirname(page), to);
      // Fresh clones lack build output.
      if (target.split('/').includes('dist')) return true;
      if (anchor === '') return !existsSync(path.join(root, target));
      return !(texts.includes(target) && listAnchors(readRepositoryText(target)).has(anchor));
    };
    expect(listLinks(readRepositoryText(page)).filter(isDead)).toEqual([]);
  });

  it.each(pages)('name scripts that exist: %s', (page) => {
    expect(listScripts(readRepositoryText(page)).filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(pages)('name files that exist: %s', (page) => {
    const from = (name: string) => [path.join(root, name), path.join(root, path.dirname(page), name)];
    const missing = listPaths(readRepositoryText(page)).filter(
      (name) => !exampleFiles.test(name) && !from(name).some(existsSync),
    );
    expect(missing).toEqual([]);
  });

  it.each([
    ['operator/docs', 'operator/docs/README.md'],
    ['infra/docs', 'infra/README.md'],
  ])('are listed in the README of their package: %s', (folder, list) => {
    const listed = listPaths(readRepositoryText(list)).map((page) => path.posix.join(path.posix.dirname(list), page));
    const own = pages.filter((page) => page.startsWith(`${folder}/`) && page !== list);
    // Omits the pages about single alerts.
    const isOneOfMany = (page: string): boolean => page.includes('/runbooks/');
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((page) => !isOneOfMany(page) && !listed.includes(page))).toEqual([]);
  });

  it.each(pages.filter((page) => page.startsWith('infra/')))('link only files that npm packs with them: %s', (page) => {
    const isPacked = (target: string): boolean => /^infra\/(docs\/|README\.md$)/.test(target);
    const links = listLinks(readRepositoryText(page)).filter(({ path: to }) => to !== '');
    expect(links.filter(({ path: to }) => !isPacked(path.posix.join(path.posix.dirname(page), to)))).toEqual([]);
  });

  it('mention every npm script in CONTRIBUTING.md', () => {
    const mentioned = listScripts(readRepositoryText('CONTRIBUTING.md'));
    expect(Object.keys(scripts).filter((name) => !['build', 'prepare', ...mentioned].includes(name))).toEqual([]);
  });
});
