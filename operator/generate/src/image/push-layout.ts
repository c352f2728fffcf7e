import { registryClient } from './base-image.ts';
import { failed } from './failed.ts';
import {
  type Blob,
  type BlobSource,
  type Descriptor,
  type ImageManifest,
  jsonOf,
  type Layout,
  openLayout,
  type Referrer,
} from './oci/index.ts';
import { push, type Pushable } from './registry/push.ts';
import type { PushOptions } from './write-image.ts';

/**
 * Pushes the image of a layout that `writeImage` has written, with what refers to it, as it is.
 *
 * @returns the digest of the image
 * Throws: if the folder is no such layout, or a blob of it has changed.
 */
export async function pushLayout(folder: string, name: string, options: PushOptions = {}): Promise<string> {
  const source = await openLayout(folder);
  const image = await readAll(source);
  await push(await registryClient(name, options), image, options.onBlob);
  return source.top.digest;
}

async function readAll(source: Layout): Promise<Pushable> {
  const index = await blobAt(source, source.top);
  const { manifests: platforms } = jsonOf<{ manifests: readonly Descriptor[] }>(index.data);
  if (platforms === undefined) throw failed(`push ${source.name}`, 'it has one platform and no index: write it again');
  const manifests = await Promise.all(platforms.map((each) => blobAt(source, each)));
  const blobs = (await Promise.all(manifests.map((each) => blobsOf(source, each)))).flat();
  return {
    index,
    manifests,
    blobs,
    referrers: await Promise.all(source.referrers.map((each) => referrerAt(source, each))),
  };
}

async function referrerAt(source: BlobSource, descriptor: Descriptor): Promise<Referrer> {
  const manifest = await blobAt(source, descriptor);
  const { subject } = jsonOf<ImageManifest>(manifest.data);
  if (subject === undefined) throw failed(`push ${source.name}`, `${descriptor.digest} refers to no image`);
  return { manifest, subject, blobs: await blobsOf(source, manifest) };
}

/** The configuration and the layers that a manifest names. */
function blobsOf(source: BlobSource, manifest: Blob): Promise<readonly Blob[]> {
  const { config, layers = [] } = jsonOf<ImageManifest>(manifest.data);
  const named = config === undefined ? layers : [config, ...layers];
  return Promise.all(named.map((each) => blobAt(source, each)));
}

async function blobAt(source: BlobSource, descriptor: Descriptor): Promise<Blob> {
  return { descriptor, data: await source.read(descriptor) };
}
