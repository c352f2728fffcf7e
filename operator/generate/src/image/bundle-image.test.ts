import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { buildBundleImage } from './bundle-image.ts';
import { parseJson } from './oci/blob.ts';
import type { ImageConfig } from './oci/image.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bundle-'));
  await mkdir(path.join(folder, 'bundle/manifests'), { recursive: true });
  await writeFile(path.join(folder, 'bundle/manifests/one.yaml'), '{}');
});

afterEach(() => rm(folder, { recursive: true }));

const writeDockerfile = (text: string) => writeFile(path.join(folder, 'bundle.Dockerfile'), text);

test('a bundle has the labels and folders of its Dockerfile on every platform', async () => {
  await writeDockerfile('FROM scratch\n\n# Labels\nLABEL a.b/c=d\nLABEL e="f g"\nCOPY bundle/manifests /manifests/\n');
  const { images, index } = await buildBundleImage(folder);
  for (const { config, layers } of images) {
    expect(parseJson<ImageConfig>(config.data).config).toMatchObject({ Labels: { 'a.b/c': 'd', e: 'f g' } });
    expect(layers.flatMap(({ files }) => files.map((file) => file.path))).toEqual(['/manifests/one.yaml']);
  }
  expect(images.map(({ platform }) => platform.architecture)).toEqual(['amd64', 'arm64']);
  expect((await buildBundleImage(folder)).index.descriptor).toEqual(index.descriptor);
});

test('a folder that is not a bundle is rejected', async () => {
  await expect(buildBundleImage(folder)).rejects.toThrow(/^failed to read .*bundle\.Dockerfile: use the folder/);
  await writeDockerfile('FROM scratch\nRUN true\n');
  await expect(buildBundleImage(folder)).rejects.toThrow(
    'the file contains "RUN true", but the Dockerfile of a bundle may contain only LABEL and COPY',
  );
});
