import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { parse } from 'yaml';

import { parsePlatform } from './build-image.ts';
import { failed } from './failed.ts';
import {
  type Blob,
  imageOf,
  indexOf,
  type ImageFile,
  layerOf,
  type PlatformImage,
  type Referrer,
} from './oci/index.ts';

/** What is pushed and written of an image. */
export interface ImageContents {
  readonly images: readonly PlatformImage[];
  readonly index: Blob;
  /** Documents about the image. */
  readonly referrers: readonly Referrer[];
}

const annotationsFile = 'metadata/annotations.yaml';

/**
 * The image of a bundle for the Operator Lifecycle Manager, as its `bundle.Dockerfile` builds it: the files of the bundle, and its
 * annotations as labels. It runs nothing, so the image of each platform has the same layer.
 *
 * @param folder the bundle, with `manifests/` and `metadata/`
 */
export async function buildBundleImage(folder: string): Promise<ImageContents> {
  const labels = await annotationsIn(folder);
  const layer = await layerOf('the bundle', await filesIn(folder));
  const images = ['linux/amd64', 'linux/arm64'].map((platform) =>
    imageOf({ platform: parsePlatform(platform), layers: [layer], process: { Labels: labels }, created: epoch }),
  );
  return { images, index: indexOf(images, labels), referrers: [] };
}

/** The time in the image. */
const epoch = '1970-01-01T00:00:00Z';

async function annotationsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(path.join(folder, annotationsFile), 'utf8').catch((cause: unknown) => {
    throw failed(`read ${folder}`, `it is no bundle, as it has no ${annotationsFile}: write one by olmBundle`, cause);
  });
  const { annotations = {} } = parse(text) as { readonly annotations?: Readonly<Record<string, string>> };
  return annotations;
}

/** All but the Dockerfile, which is beside what it copies. */
async function filesIn(folder: string): Promise<readonly ImageFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('Dockerfile'));
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return { path: `/${path.relative(folder, file).replaceAll(path.sep, '/')}`, data: await readFile(file) };
    }),
  );
}
