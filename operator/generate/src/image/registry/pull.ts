import { buildGenerateError } from '../../generate-error.ts';
import { type BlobSource, type Descriptor, computeDigest, mediaTypes, verifyDigest } from '../oci/blob.ts';
import type { RegistryClient } from './registry-client.ts';

const manifestTypes = [
  mediaTypes.index,
  mediaTypes.manifest,
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];

/** Opens an image in a registry. Throws: if it does not exist. */
export async function openRemote(client: RegistryClient): Promise<BlobSource> {
  const { tag = 'latest', digest } = client.reference;
  const { data, mediaType } = await read(client, `manifests/${digest ?? tag}`);
  const found = computeDigest(data);
  if (digest !== undefined) verifyDigest(data, digest);
  const top: Descriptor = { mediaType, digest: found, size: data.byteLength };
  return {
    top,
    name: `${client.name}@${found}`,
    async read(descriptor) {
      const isManifest = manifestTypes.includes(descriptor.mediaType);
      const content = await read(client, `${isManifest ? 'manifests' : 'blobs'}/${descriptor.digest}`);
      return verifyDigest(content.data, descriptor.digest);
    },
  };
}

interface Content {
  readonly data: Uint8Array;
  readonly mediaType: string;
}

async function read(client: RegistryClient, path: string): Promise<Content> {
  const headers = { Accept: path.startsWith('manifests/') ? manifestTypes.join(', ') : '*/*' };
  const response = await client.send(() => ({ method: 'GET', path: client.path(path), headers }));
  if (response.ok) {
    const mediaType = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
    return { data: new Uint8Array(await response.arrayBuffer()), mediaType };
  }
  await response.body?.cancel();
  throw buildGenerateError(
    `pull ${path} of ${client.name}`,
    `the registry answered ${response.status}: check the name`,
  );
}
