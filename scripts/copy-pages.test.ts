import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { copyPages, linkForPackage } from './copy-pages.ts';
import { listRepositoryFiles, readRepositoryText } from './files.ts';
import { root } from './run.ts';

const page = 'operator/docs/concepts/caches.md';

describe('a page in the package', () => {
  it.each([
    ['[a](errors.md#retries)', '[a](errors.md#retries)'],
    ['[a](../reference/context.md)', '[a](../reference/context.md)'],
    ['[a](https://kubernetes.io/docs) [b](#here)', '[a](https://kubernetes.io/docs) [b](#here)'],
    ['[a](../../../infra/docs/helm.md#values)', '[a](../../../infra/docs/helm.md#values)'],
    [
      '[a](../../testing/README.md)',
      '[a](https://github.com/kubewright/kubewright/tree/main/operator/testing/README.md)',
    ],
  ])('links to pages that are installed, and to the repository for the rest: %s', (text, linked) => {
    expect(linkForPackage(text, page)).toBe(linked);
  });

  it('has no link to a file that the packages lack', async () => {
    const files = (await listRepositoryFiles()).filter((file) => /^operator\/docs\/.*\.md$/.test(file));
    const broken = files.flatMap((file) =>
      [...linkForPackage(readRepositoryText(file), file).matchAll(/\]\((?!https?:|#)([\w./-]+)/g)]
        .map(([, target = '']) => path.join(path.dirname(file), target))
        .filter((target) => !existsSync(path.join(root, target))),
    );
    expect(files.length).toBeGreaterThan(40);
    expect(broken).toEqual([]);
  });

  it('is a part of the package of the runtime', () => {
    expect(JSON.parse(readRepositoryText('operator/runtime/package.json'))).toMatchObject({
      files: expect.arrayContaining(['docs']) as string[],
      scripts: { prepack: expect.stringContaining('copy-pages.ts') as string },
    });
  });
});

it('several copies at the same time write all pages, and delete those that no longer exist', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pages-'));
  try {
    await copyPages(folder);
    const pages = await readdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'old.md'), '');
    await Promise.all([copyPages(folder), copyPages(folder), copyPages(folder)]);
    expect(pages.length).toBeGreaterThan(40);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual(pages.sort());
  } finally {
    await rm(folder, { recursive: true });
  }
});
