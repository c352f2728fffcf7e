import { buildGenerateError } from '../../generate-error.ts';
import { type Blob, type Descriptor, createJsonBlob, parseJson, mediaTypes } from '../oci/blob.ts';
import type { ImageBlobs, ImageManifest } from '../oci/image.ts';
import type { RegistryClient } from './registry-client.ts';

/**
 * Pushes an image: the tag last, so clients never pull a partial image. Skips blobs that the registry has, so you can
 * retry after a failure.
 */
export async function push(
  client: RegistryClient,
  { index, referrers, manifests, contents }: ImageBlobs,
  onProgress: (step: string) => void = () => undefined,
): Promise<void> {
  const unique = new Map(contents.map((blob) => [blob.descriptor.digest, blob]));
  for (const blob of unique.values()) {
    const { digest, size } = blob.descriptor;
    onProgress(`${await upload(client, blob)} ${digest} (${size} bytes)`);
  }
  for (const manifest of [...manifests, index]) await putManifest(client, manifest);
  for (const referrer of referrers) await pushReferrer(client, referrer);
  await putManifest(client, index, client.reference.tag ?? 'latest');
}

/** Throws: if the registry does not answer, or the user may not push to it. Begins an upload, and cancels it. */
export async function checkPush(client: RegistryClient): Promise<void> {
  const { href } = await beginUpload(client);
  // A registry that cannot cancel an upload forgets it after some time.
  await client
    .send(() => ({ method: 'DELETE', path: href }))
    .then(
      (response) => response.body?.cancel(),
      () => undefined,
    );
}

/** https://github.com/opencontainers/distribution-spec/blob/main/spec.md#push */
async function upload(client: RegistryClient, { descriptor, data }: Blob): Promise<'present' | 'uploaded'> {
  const { digest } = descriptor;
  const found = await client.send(() => ({ method: 'HEAD', path: client.path(`blobs/${digest}`) }));
  if (found.ok) return 'present';
  const headers = { 'Content-Type': 'application/octet-stream' };
  // Each attempt starts a new upload, because the registry may hold a part of the previous one.
  const response = await client.send(async () => {
    const location = await beginUpload(client);
    location.searchParams.set('digest', digest);
    return { method: 'PUT', path: location.href, headers, body: data };
  });
  if (response.ok) return 'uploaded';
  throw buildGenerateError(
    `upload ${digest} to ${client.name}`,
    `the registry answered ${response.status}: ${await response.text()}`,
  );
}

async function beginUpload(client: RegistryClient): Promise<URL> {
  const response = await client.send(() => ({ method: 'POST', path: client.path('blobs/uploads/') }));
  const location = response.headers.get('location');
  await response.body?.cancel();
  if (response.status === 202 && location !== null) return new URL(location, client.reference.url);
  throw buildGenerateError(
    `begin an upload to ${client.name}`,
    `the registry answered ${response.status}: check that you have permission to push`,
  );
}

async function putManifest(
  client: RegistryClient,
  { descriptor, data }: Blob,
  name: string = descriptor.digest,
): Promise<Response> {
  const headers = { 'Content-Type': descriptor.mediaType };
  const response = await client.send(() => ({
    method: 'PUT',
    path: client.path(`manifests/${name}`),
    headers,
    body: data,
  }));
  if (response.ok) return response;
  throw buildGenerateError(
    `push ${client.name}:${name}`,
    `the registry answered ${response.status}: ${await response.text()}`,
  );
}

/**
 * Pushes a manifest with a subject. For a registry without the referrers API, also adds it to an index whose tag is the
 * subject's digest.
 */
async function pushReferrer(client: RegistryClient, referrer: Blob): Promise<void> {
  const response = await putManifest(client, referrer);
  await response.body?.cancel();
  const { subject } = parseJson<ImageManifest>(referrer.data);
  if (response.headers.has('oci-subject') || subject === undefined) return;
  const tag = subject.digest.replace(':', '-');
  const others = (await listReferrers(client, tag)).filter(({ digest }) => digest !== referrer.descriptor.digest);
  const list = { schemaVersion: 2, mediaType: mediaTypes.index, manifests: [...others, referrer.descriptor] };
  await putManifest(client, createJsonBlob(mediaTypes.index, list), tag);
}

async function listReferrers(client: RegistryClient, tag: string): Promise<readonly Descriptor[]> {
  const headers = { Accept: mediaTypes.index };
  const response = await client.send(() => ({ method: 'GET', path: client.path(`manifests/${tag}`), headers }));
  const body = new Uint8Array(await response.arrayBuffer());
  if (response.status === 404) return [];
  if (response.ok) return parseJson<{ manifests: readonly Descriptor[] }>(body).manifests ?? [];
  throw buildGenerateError(`read the referrers under ${tag}`, `the registry answered ${response.status}`);
}
