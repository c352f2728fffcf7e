import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import { useTemporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { binaryNames } from './binary.ts';
import { inspectBinaries } from './inspect-binaries.ts';
import { binariesDirectory, type Host, readPins } from './pins.ts';

let root = '';
useTemporaryFolder((path) => void (root = path));
let host: Host;

beforeEach(() => {
  host = { platform: 'linux', arch: 'x64', env: { KUBEWRIGHT_CACHE: join(root, 'cache'), PATH: root } };
});

test('they can be downloaded on Linux', async () => {
  const { kubernetes } = await readPins();
  expect(await inspectBinaries(host)).toMatchObject({ title: `Kubernetes ${kubernetes}`, source: 'download' });
});

test('they are those of the version in the environment', async () => {
  const env = { ...host.env, KUBEWRIGHT_KUBERNETES_VERSION: '1.34' };
  const { kubernetes } = await readPins(undefined, '1.34');
  expect(await inspectBinaries({ ...host, env })).toMatchObject({ title: `Kubernetes ${kubernetes}` });
});

test('a complete cache comes first, and a folder of the user before it', async () => {
  const directory = binariesDirectory(await readPins(), host);
  await mkdir(directory, { recursive: true });
  for (const name of binaryNames) await writeFile(join(directory, name), '', { mode: 0o755 });
  expect(await inspectBinaries(host)).toMatchObject({ source: 'cache', detail: directory });
  const env = { ...host.env, KUBEBUILDER_ASSETS: '/assets' };
  expect(await inspectBinaries({ ...host, env })).toMatchObject({ source: 'KUBEBUILDER_ASSETS', detail: '/assets' });
});

test('elsewhere they are built with Go, if it is there', async () => {
  const mac: Host = { ...host, platform: 'darwin' };
  expect(await inspectBinaries(mac)).toMatchObject({
    ...{ source: 'none', detail: expect.stringContaining('go is not in PATH') as string },
  });
  await writeFile(join(root, 'go'), '#!/bin/sh\necho go9.9\n');
  await chmod(join(root, 'go'), 0o755);
  expect(await inspectBinaries(mac)).toMatchObject({ source: 'build' });
});
