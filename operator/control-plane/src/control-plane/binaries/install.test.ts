import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';

import { binaryNames } from './binary.ts';
import { installOnce } from './install.ts';
import { useTemporaryFolder } from '../../../fixtures/temporary-folder.ts';

let root = '';
useTemporaryFolder((path) => void (root = path));
let directory = '';
beforeEach(async () => {
  directory = join(root, 'cache', 'set');
});

async function fill(bin: string, content: string, names: readonly string[] = binaryNames): Promise<void> {
  for (const name of names) {
    await writeFile(join(bin, name), content);
    await chmod(join(bin, name), 0o755);
  }
}
const onProgress = (): void => undefined;
const readContent = () => readFile(join(directory, 'etcd'), 'utf8');

test('one of several concurrent installations does the work, and the folder is never incomplete', async () => {
  let runs = 0;
  const produce = async ({ bin }: { bin: string }): Promise<void> => {
    const run = ++runs;
    await fill(bin, `run ${run}`);
    await expect(readdir(directory)).rejects.toThrow('ENOENT');
  };
  await Promise.all([1, 2, 3].map(() => installOnce(directory, { produce, onProgress })));
  expect(runs).toBe(1);
  expect(await readContent()).toBe('run 1');
  expect(await readdir(join(root, 'cache'))).toEqual(['set']);
});

test('a complete folder is not changed', async () => {
  await mkdir(directory, { recursive: true });
  await fill(directory, 'there');
  await installOnce(directory, { produce: () => Promise.reject(new Error('not wanted')), onProgress });
  expect(await readContent()).toBe('there');
});

test('a folder that lacks a binary is replaced', async () => {
  await mkdir(directory, { recursive: true });
  await fill(directory, 'old', binaryNames.slice(1));
  await installOnce(directory, { produce: ({ bin }) => fill(bin, 'new'), onProgress });
  expect(await readContent()).toBe('new');
});

test('a failure leaves no files, and the next attempt starts from scratch', async () => {
  const failing = installOnce(directory, { produce: () => Promise.reject(new Error('no network')), onProgress });
  await expect(failing).rejects.toThrow('no network');
  expect(await readdir(join(root, 'cache'))).toEqual([]);
  await installOnce(directory, { produce: ({ bin }) => fill(bin, 'new'), onProgress });
  expect(await readContent()).toBe('new');
});

test('an incomplete set is not installed', async () => {
  const produce = ({ bin }: { bin: string }) => fill(bin, 'x', ['etcd', 'kwok']);
  await expect(installOnce(directory, { produce, onProgress })).rejects.toThrow(
    'the installation did not create kube-apiserver, kube-controller-manager, kube-scheduler, kubectl: try again',
  );
  expect(await readdir(join(root, 'cache'))).toEqual([]);
});

test('the files of a killed installation are removed', async () => {
  await mkdir(`${directory}.new-abc`, { recursive: true });
  await installOnce(directory, { produce: ({ bin }) => fill(bin, 'new'), onProgress });
  expect(await readdir(join(root, 'cache'))).toEqual(['set']);
});
