import { stat } from 'node:fs/promises';
import path from 'node:path';

import { buildGenerateError } from '../generate-error.ts';
import {
  type Blob,
  type BlobSource,
  type Descriptor,
  formatPlatform,
  parseJson,
  mediaTypes,
  type Platform,
} from './oci/blob.ts';
import type { BaseImage, ImageConfig, ImageManifest } from './oci/image.ts';
import { openLayout } from './oci/layout.ts';
import { openRemote } from './registry/pull.ts';
import { createRegistryClient, type RegistryOptions } from './registry/registry-client.ts';

/** Opens a base: a folder with an OCI image layout, or an image in a registry. */
export async function openBase(name: string, options: RegistryOptions): Promise<BlobSource> {
  const isFolder = await stat(name).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? openLayout(path.resolve(name)) : openRemote(await createRegistryClient(name, options));
}

/** Reads the base for a platform. Throws: if the image does not support the platform. */
export async function readBase(source: BlobSource, platform: Platform): Promise<BaseImage> {
  const manifest = parseJson<ImageManifest>(await source.read(await findManifest(source, platform)));
  const { config: configAt, layers = [] } = manifest;
  if (configAt === undefined)
    throw buildGenerateError(
      `read ${source.name}`,
      'the manifest does not contain a configuration: use the name of an image',
    );
  const config = parseJson<ImageConfig>(await source.read(configAt));
  if (config.rootfs === undefined || !matches(config, platform)) throw buildMissingPlatformError(source, platform);
  const blobs: Blob[] = [];
  for (const layer of layers) {
    const { digest, size } = layer;
    // Docker's and OCI's media types describe the same bytes.
    const isDocker = layer.mediaType === 'application/vnd.docker.image.rootfs.diff.tar.gzip';
    const mediaType = isDocker ? mediaTypes.layer : layer.mediaType;
    blobs.push({ descriptor: { mediaType, digest, size }, data: await source.read(layer) });
  }
  return { config: { ...config, ...platform, rootfs: config.rootfs }, layers: blobs };
}

async function findManifest(source: BlobSource, platform: Platform): Promise<Descriptor> {
  const { manifests } = parseJson<{ manifests: readonly Descriptor[] }>(await source.read(source.top));
  if (manifests === undefined) return source.top;
  const found = manifests.find((entry) => entry.platform !== undefined && matches(entry.platform, platform));
  if (found === undefined) throw buildMissingPlatformError(source, platform);
  return found;
}

function matches(found: Partial<Platform>, { os, architecture }: Platform): boolean {
  return found.os === os && found.architecture === architecture;
}

function buildMissingPlatformError({ name }: BlobSource, platform: Platform): Error {
  return buildGenerateError(
    `find ${formatPlatform(platform)} in ${name}`,
    'use a base image for this platform, or omit the platform (--platform)',
  );
}
