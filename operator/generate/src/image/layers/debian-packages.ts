import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { unpackTar } from 'modern-tar';

import { getMessage } from '@kubewright/runtime/internal/base';
import { buildGenerateError } from '../../generate-error.ts';
import { hashSha256 } from '../oci/blob.ts';
import { Apt } from './apt.ts';
import { lockName, type PinnedNames, type PinnedPackage } from './pinned-packages.ts';

const run = promisify(execFile);

export interface PackageSource {
  readonly architecture: string;
  /** Path of the folder for downloaded packages. */
  readonly cache: string;
  /** The pinned packages; `undefined` takes the newest ones. */
  readonly pinned: PinnedNames | undefined;
  /**
   * The URL of an archive for packages that the package sources no longer have: Debian's retains every version.
   * https://salsa.debian.org/snapshot-team/snapshot/-/blob/master/API
   *
   * @default 'https://snapshot.debian.org'
   */
  readonly archive?: string;
}

/** A package of Debian or a derived distribution. */
export interface DebianPackage extends PinnedPackage {
  readonly name: string;
  readonly architecture: string;
  /** Its `control` file, as in the database of installed packages. */
  readonly control: string;
  readonly files: ReadonlyMap<string, DebianFile>;
}

export type DebianFile = { readonly data: Uint8Array } | { readonly linkTo: string };

/** Loads packages for any architecture: the pinned ones, or else the newest ones. */
export async function loadDebianPackages(
  names: readonly string[],
  source: PackageSource,
): Promise<readonly DebianPackage[]> {
  const apt = new Apt(source);
  const archives: Buffer[] = [];
  if (source.pinned === undefined) archives.push(...(await loadNewestArchives(names, source, apt)));
  else for (const name of names) archives.push(await loadPinnedArchive(name, source, apt));
  const packages = await Promise.all(archives.map((archive) => readPackage(archive, source)));
  return packages.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Loads the newest versions from this machine's package sources. apt verifies their signatures. */
async function loadNewestArchives(
  names: readonly string[],
  { architecture }: PackageSource,
  apt: Apt,
): Promise<readonly Buffer[]> {
  return apt.download(names).catch((cause: unknown) => {
    throw buildGenerateError(
      `load ${names.join(', ')} for ${architecture}`,
      'without a base image, system libraries come from Debian or Ubuntu packages via apt-get and dpkg-deb: build on such a machine, or use a base image with glibc, libstdc++ and CA certificates (--base)',
      cause,
    );
  });
}

/** Loads the pinned version from the cache, this machine's package sources or the archive, in that order. */
async function loadPinnedArchive(name: string, source: PackageSource, apt: Apt): Promise<Buffer> {
  const { architecture, pinned = {}, archive = 'https://snapshot.debian.org' } = source;
  const pin = pinned[name];
  if (pin === undefined) {
    const hint = 'pin it with `kubewright-image --lock`';
    throw buildGenerateError(`find ${name} for ${architecture} in ${lockName}`, hint);
  }
  let reason: unknown;
  const places = [
    () => readFile(getCachedPath(pin, source)),
    async () => (await apt.download([`${name}=${pin.version}`]))[0],
    () => download(`${archive}/file/${pin.sha1}`),
  ];
  for (const load of places) {
    const found = await load().catch((cause: unknown) => void (reason = cause));
    if (found !== undefined && hashSha256(found) === pin.sha256) return found;
  }
  throw buildGenerateError(
    `load ${name} ${pin.version} for ${architecture}, which ${lockName} pins`,
    `neither the package sources of this machine nor ${archive} have it with the hash sha256:${pin.sha256}: ` +
      'pin the newest packages (--lock)',
    reason,
  );
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw buildGenerateError(`load ${url}`, `the server answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

function getCachedPath(hashes: Pick<PinnedPackage, 'sha256'>, { cache }: PackageSource): string {
  return path.join(cache, 'archives', `${hashes.sha256}.deb`);
}

async function readPackage(archive: Buffer, source: PackageSource): Promise<DebianPackage> {
  const hashes = { sha256: hashSha256(archive), sha1: createHash('sha1').update(archive).digest('hex') };
  const file = getCachedPath(hashes, source);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, archive);
  try {
    const options = { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 } as const;
    const [tar, { stdout: control }] = await Promise.all([
      run('dpkg-deb', ['--fsys-tarfile', file], options),
      run('dpkg-deb', ['--field', file]),
    ]);
    const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(control)?.[1] ?? '';
    const [name, version, architecture] = [field('Package'), field('Version'), field('Architecture')];
    return { name, version, architecture, control, ...hashes, files: await unpackFiles(tar.stdout) };
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const hint = isMissing ? 'install dpkg-deb, or use a base image (--base)' : getMessage(cause);
    throw buildGenerateError('read a Debian package', hint, cause);
  }
}

async function unpackFiles(tar: Buffer): Promise<ReadonlyMap<string, DebianFile>> {
  const files = new Map<string, DebianFile>();
  for (const { header, data } of await unpackTar(tar)) {
    const name = header.name.replace(/^\.?\//, '/');
    if (header.type === 'symlink') files.set(name, { linkTo: header.linkname ?? '' });
    else if (header.type !== 'directory' && data !== undefined) files.set(name, { data });
  }
  return files;
}
