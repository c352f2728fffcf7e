import { stat } from 'node:fs/promises';
import path from 'node:path';

import { failed } from '../failed.ts';
import {
  type Blob,
  type BlobSource,
  type Descriptor,
  formatPlatform,
  jsonOf,
  mediaTypes,
  type Platform,
} from './oci/blob.ts';
import type { BaseImage, ImageConfig, ImageManifest } from './oci/image.ts';
import { openLayout } from './oci/layout.ts';
import { openRemote } from './registry/pull.ts';
import { registryClient, type RegistryOptions } from './registry/registry-client.ts';

/** Opens a base by its name: a folder with an OCI image layout, or else an image in a registry. */
export async function openBase(name: string, options: RegistryOptions): Promise<BlobSource> {
  const isFolder = await stat(name).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? openLayout(path.resolve(name)) : openRemote(await registryClient(name, options));
}

/** Reads the base for a platform. Throws: if the image does not have one. */
export async function readBase(source: BlobSource, platform: Platform): Promise<BaseImage> {
  const manifest = jsonOf<ImageManifest>(await source.read(await manifestFor(source, platform)));
  const { config: configAt, layers = [] } = manifest;
  if (configAt === undefined) throw failed(`read ${source.name}`, 'its manifest names no configuration: name an image');
  const config = jsonOf<ImageConfig>(await source.read(configAt));
  if (config.rootfs === undefined || !matches(config, platform)) throw lacks(source, platform);
  const blobs: Blob[] = [];
  for (const layer of layers) {
    const { digest, size } = layer;
    // Docker's media types and those of OCI name the same bytes.
    const isDocker = layer.mediaType === 'application/vnd.docker.image.rootfs.diff.tar.gzip';
    const mediaType = isDocker ? mediaTypes.layer : layer.mediaType;
    blobs.push({ descriptor: { mediaType, digest, size }, data: await source.read(layer) });
  }
  return { config: { ...config, ...platform, rootfs: config.rootfs }, layers: blobs };
}

async function manifestFor(source: BlobSource, platform: Platform): Promise<Descriptor> {
  const { manifests } = jsonOf<{ manifests: readonly Descriptor[] }>(await source.read(source.top));
  if (manifests === undefined) return source.top;
  const found = manifests.find((entry) => entry.platform !== undefined && matches(entry.platform, platform));
  if (found === undefined) throw lacks(source, platform);
  return found;
}

function matches(found: Partial<Platform>, { os, architecture }: Platform): boolean {
  return found.os === os && found.architecture === architecture;
}

function lacks({ name }: BlobSource, platform: Platform): Error {
  return failed(
    `find ${formatPlatform(platform)} in ${name}`,
    'name a base for it, or leave the platform out (--platform)',
  );
}
