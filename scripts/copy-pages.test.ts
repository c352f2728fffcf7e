import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { linkForPackage } from './copy-pages.ts';
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
