import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { pathsIn, scriptsIn } from './docs.ts';
import { repositoryFiles, textOf } from './files.ts';
import { root } from './run.ts';

const pages = (await repositoryFiles()).filter((file) =>
  /^([A-Z]+\.md|(operator|infra)\/(docs\/)?[^/]+\.md)$/.test(file),
);
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** What the recipe for a new API makes up. */
const madeUp = /cafe/;

describe('the pages of the repository', () => {
  it('are read for scripts and paths', () => {
    const page =
      'Run `npm test`, `npm run check -- --fix`, see [this](test/a.md) and `infra/src/<x>.ts` or `test/repo/`.';
    expect(scriptsIn(page)).toEqual(['check', 'test']);
    expect(pathsIn(page)).toEqual(['test/a.md', 'test/repo/']);
  });

  it.each(pages)('name scripts that exist: %s', (page) => {
    expect(scriptsIn(textOf(page)).filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(pages)('name files that exist: %s', (page) => {
    const from = (name: string) => [path.join(root, name), path.join(root, path.dirname(page), name)];
    const missing = pathsIn(textOf(page)).filter((name) => !madeUp.test(name) && !from(name).some(existsSync));
    expect(missing).toEqual([]);
  });

  it('tell a contributor about every script', () => {
    const told = scriptsIn(textOf('CONTRIBUTING.md'));
    expect(Object.keys(scripts).filter((name) => name !== 'build' && !told.includes(name))).toEqual([]);
  });
});
