import { stat } from 'node:fs/promises';
import path from 'node:path';

import { failed } from './failed.ts';
import {
  type BaseImage,
  type Blob,
  type BlobSource,
  type Descriptor,
  type ImageConfig,
  type ImageManifest,
  jsonOf,
  mediaTypes,
  openLayout,
  type Platform,
} from './oci/index.ts';
import { dockerFolder, tryReadCredentials } from './registry/credentials.ts';
import { openRemote } from './registry/pull.ts';
import { parseReference } from './registry/reference.ts';
import { RegistryClient } from './registry/registry-client.ts';

export interface RegistryOptions {
  /** Whether registries on other machines are asked without TLS. @default false */
  readonly plainHttp?: boolean;
  /** The folder of Docker's `config.json`, with the credentials. @default - `DOCKER_CONFIG`, or `~/.docker` */
  readonly credentials?: string;
}

/** A client for the registry of an image, with the credentials that `docker login` has left. */
export async function registryClient(name: string, options: RegistryOptions): Promise<RegistryClient> {
  const { plainHttp = false, credentials = dockerFolder(process.env) } = options;
  const reference = parseReference(name, { plainHttp });
  return new RegistryClient(reference, await tryReadCredentials(credentials, reference.host));
}

/** A base by its name: a folder with an OCI image layout, or else an image in a registry. */
export async function openBase(name: string, options: RegistryOptions): Promise<BlobSource> {
  const isFolder = await stat(name).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? openLayout(path.resolve(name)) : openRemote(await registryClient(name, options));
}

const layerTypes: Readonly<Record<string, string>> = {
  'application/vnd.docker.image.rootfs.diff.tar.gzip': mediaTypes.layer,
};

/** The base for a platform. Throws: if the image does not have one. */
export async function readBase(source: BlobSource, platform: Platform): Promise<BaseImage> {
  const manifest = jsonOf<ImageManifest>(await source.read(await manifestFor(source, platform)));
  const { config: configAt, layers = [] } = manifest;
  if (configAt === undefined)
    throw failed(`read ${source.name}`, 'it is no image: its manifest names no configuration');
  const config = jsonOf<ImageConfig>(await source.read(configAt));
  if (config.rootfs === undefined || !matches(config, platform)) throw lacks(source, platform);
  const blobs: Blob[] = [];
  for (const layer of layers) {
    const { mediaType, digest, size } = layer;
    // The same bytes, by the name that an image of OCI has for them.
    const descriptor = { mediaType: layerTypes[mediaType] ?? mediaType, digest, size };
    blobs.push({ descriptor, data: await source.read(layer) });
  }
  return { config: { ...platform, ...config, rootfs: config.rootfs }, layers: blobs };
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

function lacks({ name }: BlobSource, { os, architecture }: Platform): Error {
  return failed(`find ${os}/${architecture} in ${name}`, 'name a base for it, or leave the platform out (--platform)');
}
