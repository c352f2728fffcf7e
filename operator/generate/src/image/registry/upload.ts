import { failed } from '../failed.ts';
import type { Blob } from '../oci/index.ts';
import type { RegistryClient } from './registry-client.ts';

/** What is sent at once after an upload was interrupted. */
const chunkSize = 4 * 1024 * 1024;
const interruptions = 5;

/** What an upload did: the registry may have had the blob. */
export type Uploaded = 'present' | 'uploaded' | 'resumed';

/**
 * Uploads a blob, unless the registry has it. An upload that is interrupted goes on in chunks where the registry says that it
 * is, or begins anew if that has forgotten it.
 * https://github.com/opencontainers/distribution-spec/blob/main/spec.md#push
 */
export async function uploadBlob(client: RegistryClient, blob: Blob): Promise<Uploaded> {
  const { digest } = blob.descriptor;
  const found = await client.send({ method: 'HEAD', path: client.path(`blobs/${digest}`) });
  if (found.ok) return 'present';
  let location = await begin(client);
  if (await finish(client, location, { blob, body: blob.data })) return 'uploaded';
  for (let tried = 1; tried <= interruptions; tried++) {
    await client.pause(tried);
    const state = await stateOf(client, location);
    location = state?.location ?? (await begin(client));
    const rest = blob.data.subarray(state?.offset ?? 0);
    const reached = await sendChunks(client, location, { blob, from: blob.data.byteLength - rest.byteLength });
    if (reached !== undefined && (await finish(client, reached, { blob, body: new Uint8Array() }))) return 'resumed';
  }
  throw failed(
    `upload ${digest} to ${client.reference.host}`,
    'it was interrupted again and again: try later; what is there stays',
  );
}

async function begin(client: RegistryClient): Promise<string> {
  const response = await client.send({ method: 'POST', path: client.path('blobs/uploads/'), again: true });
  const location = response.headers.get('location');
  await response.body?.cancel();
  if (response.status === 202 && location !== null) return location;
  throw failed(
    `begin an upload to ${client.reference.host}`,
    `it answered ${response.status}: check that you may push`,
  );
}

interface Rest {
  readonly blob: Blob;
  /** What has not been sent yet. */
  readonly body: Uint8Array;
}

/** Whether the upload is complete; `false` if it was interrupted. Throws: if the registry refuses it. */
async function finish(client: RegistryClient, location: string, { blob, body }: Rest): Promise<boolean> {
  const url = new URL(location, client.reference.url);
  url.searchParams.set('digest', blob.descriptor.digest);
  const response = await attempt(client, { method: 'PUT', path: url.href, headers: octets(body), body });
  if (response === undefined) return false;
  if (response.ok) return true;
  throw failed(
    `upload ${blob.descriptor.digest} to ${client.reference.host}`,
    `it answered ${response.status}: ${await response.text()}`,
  );
}

interface UploadState {
  readonly location: string;
  readonly offset: number;
}

/** How far the registry has come; `undefined` if it does not know the upload any more. */
async function stateOf(client: RegistryClient, location: string): Promise<UploadState | undefined> {
  const response = await attempt(client, { method: 'GET', path: new URL(location, client.reference.url).href });
  if (response?.status !== 204) return undefined;
  const end = /^(?:bytes=)?0-(\d+)$/.exec(response.headers.get('range') ?? '')?.[1];
  // "0-0" is one byte, or none: registries differ. From the start is right for both, if they accept it.
  const offset = end === undefined || end === '0' ? 0 : Number(end) + 1;
  return { location: response.headers.get('location') ?? location, offset };
}

interface Progress {
  readonly blob: Blob;
  readonly from: number;
}

/** The location at which the upload can be finished; `undefined` if it was interrupted. */
async function sendChunks(client: RegistryClient, at: string, { blob, from }: Progress): Promise<string | undefined> {
  let location = at;
  for (let start = from; start < blob.data.byteLength; start += chunkSize) {
    const body = blob.data.subarray(start, start + chunkSize);
    const headers = { ...octets(body), 'Content-Range': `${start}-${start + body.byteLength - 1}` };
    const path = new URL(location, client.reference.url).href;
    const response = await attempt(client, { method: 'PATCH', path, headers, body });
    if (response?.status !== 202) return undefined;
    location = response.headers.get('location') ?? location;
  }
  return location;
}

/** The answer; `undefined` if there is none, or the server is in trouble. */
async function attempt(
  client: RegistryClient,
  request: Parameters<RegistryClient['send']>[0],
): Promise<Response | undefined> {
  const response = await client.send({ ...request, again: false }).catch((error: unknown) => {
    if (error instanceof Error && error.cause instanceof TypeError) return undefined;
    throw error;
  });
  return response === undefined || response.status === 429 || response.status >= 500 ? undefined : response;
}

function octets(body: Uint8Array): Readonly<Record<string, string>> {
  return { 'Content-Type': 'application/octet-stream', 'Content-Length': String(body.byteLength) };
}
