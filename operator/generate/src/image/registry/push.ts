import { failed } from '../failed.ts';
import { type Blob, type Descriptor, jsonBlob, jsonOf, mediaTypes, type Referrer } from '../oci/index.ts';
import type { RegistryClient } from './registry-client.ts';
import { type Uploaded, uploadBlob } from './upload.ts';

/** What is pushed. */
export interface Pushable {
  /** Configurations and layers. */
  readonly blobs: readonly Blob[];
  /** The manifest of each platform. */
  readonly manifests: readonly Blob[];
  readonly index: Blob;
  readonly referrers: readonly Referrer[];
}

export interface Pushed {
  readonly blob: Descriptor;
  readonly how: Uploaded;
}

/**
 * Pushes an image: the tag only when all that it leads to is there, so that nobody pulls half of it. What the registry has
 * already is not sent: after a failure, push again.
 */
export async function push(
  client: RegistryClient,
  { blobs, manifests, index, referrers }: Pushable,
  onBlob: (pushed: Pushed) => void = () => undefined,
): Promise<void> {
  const all = [...blobs, ...referrers.flatMap((referrer) => referrer.blobs)];
  const unique = new Map(all.map((blob) => [blob.descriptor.digest, blob]));
  for (const blob of unique.values()) onBlob({ blob: blob.descriptor, how: await uploadBlob(client, blob) });
  for (const manifest of manifests) await putManifest(client, manifest, manifest.descriptor.digest);
  await putManifest(client, index, index.descriptor.digest);
  for (const referrer of referrers) await pushReferrer(client, referrer);
  await putManifest(client, index, client.reference.tag ?? 'latest');
}

async function putManifest(client: RegistryClient, { descriptor, data }: Blob, name: string): Promise<Response> {
  const headers = { 'Content-Type': descriptor.mediaType };
  const response = await client.send({
    method: 'PUT',
    path: client.path(`manifests/${name}`),
    headers,
    body: data,
    again: true,
  });
  if (response.ok) return response;
  const { host, repository } = client.reference;
  throw failed(`push ${repository}:${name} to ${host}`, `it answered ${response.status}: ${await response.text()}`);
}

/** A registry without an API for referrers has them listed under a tag that is made from the digest. */
async function pushReferrer(client: RegistryClient, { manifest, subject }: Referrer): Promise<void> {
  const response = await putManifest(client, manifest, manifest.descriptor.digest);
  await response.body?.cancel();
  if (response.headers.has('oci-subject')) return;
  const tag = subject.digest.replace(':', '-');
  const listed = (await listedUnder(client, tag)).filter(({ digest }) => digest !== manifest.descriptor.digest);
  const list = { schemaVersion: 2, mediaType: mediaTypes.index, manifests: [...listed, manifest.descriptor] };
  await putManifest(client, jsonBlob(mediaTypes.index, list), tag);
}

async function listedUnder(client: RegistryClient, tag: string): Promise<readonly Descriptor[]> {
  const headers = { Accept: mediaTypes.index };
  const response = await client.send({ method: 'GET', path: client.path(`manifests/${tag}`), headers });
  const body = new Uint8Array(await response.arrayBuffer());
  if (response.status === 404) return [];
  if (response.ok) return jsonOf<{ manifests: readonly Descriptor[] }>(body).manifests ?? [];
  throw failed(`read the referrers under ${tag}`, `the registry answered ${response.status}`);
}
