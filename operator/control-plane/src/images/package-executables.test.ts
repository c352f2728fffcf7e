import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { findPackageExecutables } from './package-executables.ts';
import { useTemporaryFolder } from '../../fixtures/temporary-folder.ts';

let folder = '';
useTemporaryFolder((path) => void (folder = path));
beforeEach(async () => {
  await mkdir(join(folder, 'dist/deep'), { recursive: true });
});

async function readExecutables(manifest: object): Promise<unknown> {
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  return findPackageExecutables(join(folder, 'dist/deep/main.js'));
}

describe('the executables of a package', () => {
  it('are those of its manifest, by name', async () => {
    expect(await readExecutables({ name: 'a', bin: { a: './dist/a.js', b: 'b.js' } })).toEqual({
      a: [process.execPath, join(folder, 'dist/a.js')],
      b: [process.execPath, join(folder, 'b.js')],
    });
  });

  it('are one with the name of the package if the manifest has a single path', async () => {
    expect(await readExecutables({ name: '@zoo/feed', bin: 'feed.js' })).toEqual({
      feed: [process.execPath, join(folder, 'feed.js')],
    });
  });

  it('are empty if the manifest has none', async () => {
    expect(await readExecutables({ name: 'a' })).toEqual({});
  });

  it('are found from a script deep inside the package', () => {
    expect(Object.keys(findPackageExecutables(import.meta.filename))).toEqual(['kubewright-control-plane']);
  });
});
