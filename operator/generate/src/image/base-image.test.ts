import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { openBase, readBase } from './base-image.ts';
import { buildProcess } from './entrypoint.ts';
import { parseJson } from './oci/blob.ts';
import {
  type BaseImage,
  listBlobs,
  type ContainerConfig,
  type ImageConfig,
  createImage,
  createIndex,
  type PlatformImage,
} from './oci/image.ts';
import { createLayer } from './oci/layer.ts';
import { writeLayout } from './oci/layout.ts';

const amd64 = { os: 'linux', architecture: 'amd64' };
const arm64 = { os: 'linux', architecture: 'arm64' };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'base-'));
});

afterEach(() => rm(folder, { recursive: true }));

const buildTestImage = async (process: ContainerConfig, base?: BaseImage): Promise<PlatformImage> => {
  const layers = [await createLayer('files', [{ path: '/etc/motd', data: Buffer.from(String(base === undefined)) }])];
  return createImage({ platform: amd64, layers, process, created: '1970-01-01T00:00:00Z', ...(base && { base }) });
};

async function writeBase(): Promise<PlatformImage> {
  const base = await buildTestImage({ User: '0', Env: ['PATH=/bin', 'LANG=C'], Cmd: ['sh'], Labels: { of: 'base' } });
  await writeLayout(folder, 'latest', listBlobs({ images: [base], index: createIndex([base], {}), documents: [] }));
  return base;
}

test('an image on a base has its layers first, its variables, and our process', async () => {
  const below = await writeBase();
  const base = await readBase(await openBase(folder, {}), amd64);
  const { config, manifest } = await buildTestImage(buildProcess({ of: 'ours' }), base);
  const { config: process, rootfs } = parseJson<ImageConfig>(config.data);
  expect(rootfs?.diff_ids).toHaveLength(2);
  expect(rootfs?.diff_ids[0]).toBe(below.layers[0]?.diffId);
  expect(parseJson<{ layers: unknown[] }>(manifest.data).layers?.[0]).toEqual(below.layers[0]?.blob.descriptor);
  expect(process).toMatchObject({ User: '65532:65532', Labels: { of: 'ours' } });
  expect(process?.Cmd).toBeUndefined();
  expect(process?.Env).toContain('LANG=C');
  expect(process?.Env?.filter((text) => text.startsWith('PATH='))).toEqual([
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ]);
});

test('a base for another platform is rejected', async () => {
  await writeBase();
  await expect(openBase(folder, {}).then((source) => readBase(source, arm64))).rejects.toThrow(
    /^failed to find linux\/arm64 in .*: use a base image for this platform, or omit the platform/,
  );
});

test('a folder without a layout is rejected', async () => {
  await expect(openBase(folder, {})).rejects.toThrow('the folder is not an OCI image layout');
});
