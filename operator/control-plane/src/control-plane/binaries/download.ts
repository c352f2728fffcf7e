import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { EnvHttpProxyAgent, request, type Dispatcher } from 'undici';

import { OperatorError } from '@kubewright/runtime/internal/base';
import type { OnProgress } from '../progress.ts';
import { checksumIn, type Release } from './releases.ts';

const run = promisify(execFile);

export interface DownloadOptions {
  readonly releases: readonly Release[];
  readonly bin: string;
  /** The folder for partial downloads. */
  readonly work: string;
  readonly onProgress: OnProgress;
  readonly signal?: AbortSignal;
}

/** Milliseconds without data after which a server counts as unreachable. */
const silenceMs = 15_000;
/** Connect timeout in milliseconds. Short, because a build follows if a firewall drops the packets. */
const connectMs = 5_000;
const maxRedirects = 5;

/**
 * Downloads the official release files, and compares each with the release's published SHA-256, fetched over verified
 * HTTPS. That detects incomplete downloads and modifications in transit, but trusts the publisher's server, unlike a
 * build from `go.sum`. Uses proxies of the environment. Fetches all checksums first, so an unreachable server fails
 * before any large download.
 *
 * Throws: at the first file that cannot be downloaded or does not match; removes all files.
 */
export async function downloadBinaries({ releases, ...options }: DownloadOptions): Promise<void> {
  await using agent = createDisposableAgent();
  options.onProgress({ step: 'looking for the released binaries' });
  const get = (url: string): Promise<Dispatcher.ResponseData> => fetchFollowing(url, agent.dispatcher, options.signal);
  const expected = new Map<Release, string>();
  for (const release of releases) {
    const checksums = await get(release.checksum.url);
    expected.set(release, checksumIn(await checksums.body.text(), release.checksum));
  }
  for (const [release, checksum] of expected) await download(release, checksum, { ...options, get });
}

function createDisposableAgent(): AsyncDisposable & { dispatcher: Dispatcher } {
  const dispatcher = new EnvHttpProxyAgent({
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connect: { timeout: connectMs },
  });
  return { dispatcher, [Symbol.asyncDispose]: () => dispatcher.close() };
}

interface Download extends Omit<DownloadOptions, 'releases'> {
  readonly get: (url: string) => Promise<Dispatcher.ResponseData>;
}

async function download(release: Release, expected: string, { get, ...options }: Download): Promise<void> {
  const path = join(options.work, basename(release.url));
  const actual = await save(await get(release.url), path, {
    step: `downloading ${release.url}`,
    onProgress: options.onProgress,
  });
  if (actual !== expected) {
    throw new OperatorError('CLUSTER_FAILED', `install ${release.url}`, {
      hint: `the SHA-256 of the download is ${actual}, but the release lists ${expected}`,
    });
  }
  await unpack(release, path, options.bin);
}

/** undici does not follow redirects by itself, and dl.k8s.io and github.com redirect. */
async function fetchFollowing(
  url: string,
  dispatcher: Dispatcher,
  signal?: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let from = new URL(url);
  const headers = { 'user-agent': 'kubewright', accept: '*/*' };
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const response = await request(from, { dispatcher, headers, ...(signal && { signal }) });
    if (response.statusCode === 200) return response;
    await response.body.dump();
    from = redirectTarget(response, from);
  }
  throw new OperatorError('CLUSTER_FAILED', `download ${url}`, {
    hint: `the server redirects more than ${maxRedirects} times`,
  });
}

function redirectTarget({ statusCode, headers }: Dispatcher.ResponseData, from: URL): URL {
  const location = headers['location'];
  if (statusCode < 300 || statusCode > 399 || typeof location !== 'string') {
    throw new OperatorError('CLUSTER_FAILED', `download ${from.href}`, { hint: `the server answered ${statusCode}` });
  }
  const target = new URL(location, from);
  if (from.protocol === 'https:' && target.protocol !== 'https:')
    throw new OperatorError('CLUSTER_FAILED', `download ${from.href}`, { hint: 'the server redirects to plain HTTP' });
  return target;
}

async function save(
  response: Dispatcher.ResponseData,
  path: string,
  { step, onProgress }: { step: string; onProgress: OnProgress },
): Promise<string> {
  const hash = createHash('sha256');
  const length = Number(response.headers['content-length']);
  const total = Number.isNaN(length) ? {} : { total: length };
  let done = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      hash.update(chunk);
      done += chunk.length;
      onProgress({ step, done, ...total, unit: 'bytes' });
      callback(null, chunk);
    },
  });
  await pipeline(response.body, count, createWriteStream(path, { mode: 0o600 }));
  return hash.digest('hex');
}

async function unpack({ binary, archiveMember }: Release, path: string, bin: string): Promise<void> {
  const target = join(bin, binary);
  if (archiveMember === undefined) await rename(path, target);
  else
    await run('tar', [
      '-xzf',
      path,
      '-C',
      bin,
      `--strip-components=${archiveMember.split('/').length - 1}`,
      archiveMember,
    ]);
  await chmod(target, 0o755);
}
