import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { buildGenerateError } from '../../generate-error.ts';
import { type Blob, type BlobSource, type Descriptor, parseJson, mediaTypes, verifyDigest } from './blob.ts';
import type { ImageBlobs, ImageManifest } from './image.ts';

export interface Layout extends BlobSource {
  readonly referrers: readonly Descriptor[];
}

interface LayoutIndex {
  readonly manifests: readonly Descriptor[];
}

/**
 * Writes an OCI image layout and replaces the folder's content.
 * https://github.com/opencontainers/image-spec/blob/main/image-layout.md
 *
 * @param tag the image's name in the layout
 */
export async function writeLayout(folder: string, tag: string, image: ImageBlobs): Promise<void> {
  const { index, referrers, manifests, contents } = image;
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'blobs', 'sha256'), { recursive: true });
  for (const { descriptor, data } of [index, ...referrers, ...manifests, ...contents]) {
    await writeFile(getBlobPath(folder, descriptor.digest), data);
  }
  const top = { ...index.descriptor, annotations: { 'org.opencontainers.image.ref.name': tag } };
  const tops = [top, ...referrers.map(({ descriptor }) => descriptor)];
  const list = { schemaVersion: 2, mediaType: mediaTypes.index, manifests: tops };
  await writeFile(path.join(folder, 'index.json'), JSON.stringify(list));
  await writeFile(path.join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
}

/** Opens the image in an OCI image layout. Throws: if the folder has no layout, or the layout has several images. */
export async function openLayout(folder: string): Promise<Layout> {
  const text = await readFile(path.join(folder, 'index.json')).catch((cause: unknown) => {
    throw buildGenerateError(
      `read ${folder}`,
      'the folder is not an OCI image layout: use a folder with index.json and blobs/',
      cause,
    );
  });
  const { manifests = [] } = parseJson<LayoutIndex>(text);
  const { tops = [], referrers = [] } = Object.groupBy(manifests, ({ artifactType }) =>
    artifactType === undefined ? 'tops' : 'referrers',
  );
  const [top] = tops;
  if (top === undefined || tops.length > 1) {
    throw buildGenerateError(`read ${folder}`, `the layout has ${tops.length} images: use a layout with one image`);
  }
  return {
    top,
    referrers,
    name: folder,
    async read({ digest }) {
      const data = await readFile(getBlobPath(folder, digest)).catch((cause: unknown) => {
        throw buildGenerateError(`read ${digest} in ${folder}`, 'the layout is incomplete: write it again', cause);
      });
      return verifyDigest(data, digest);
    },
  };
}

/** Reads all blobs of a layout. Throws: if a blob is missing or has changed, or the layout has no index. */
export async function readLayout(folder: string): Promise<ImageBlobs> {
  const layout = await openLayout(folder);
  const readAll = (descriptors: readonly Descriptor[]): Promise<readonly Blob[]> =>
    Promise.all(descriptors.map(async (descriptor) => ({ descriptor, data: await layout.read(descriptor) })));
  const index = { descriptor: layout.top, data: await layout.read(layout.top) };
  const { manifests: platforms } = parseJson<LayoutIndex>(index.data);
  if (platforms === undefined)
    throw buildGenerateError(`push ${folder}`, 'the layout has one platform and no index: build the image again');
  const [manifests, referrers] = await Promise.all([readAll(platforms), readAll(layout.referrers)]);
  const named = [...manifests, ...referrers].flatMap(({ data }) => {
    const { config, layers = [] } = parseJson<ImageManifest>(data);
    return config === undefined ? layers : [config, ...layers];
  });
  return { index, referrers, manifests, contents: await readAll(named) };
}

function getBlobPath(folder: string, digest: string): string {
  const match = /^sha256:([0-9a-f]{64})$/.exec(digest);
  if (match?.[1] === undefined) throw buildGenerateError(`read ${digest}`, 'only SHA-256 digests are supported');
  return path.join(folder, 'blobs', 'sha256', match[1]);
}
