import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { failed } from '../failed.ts';
import { sha256 } from '../oci/index.ts';
import { Apt } from './apt.ts';
import { lockName, type PinnedNames, type PinnedPackage } from './pinned-packages.ts';

/** Where the packages of Debian for an image come from. */
export interface PackageSource {
  readonly architecture: string;
  /** A folder for what was loaded. */
  readonly cache: string;
  /** The packages that are pinned; `undefined`: the newest ones are taken. */
  readonly pinned: PinnedNames | undefined;
  /** The address of an archive with what the package sources no longer have, as snapshot.debian.org is one. */
  readonly archive: string;
}

/** Keeps the packages of Debian in every version: https://salsa.debian.org/snapshot-team/snapshot/-/blob/master/API */
export const debianSnapshots = 'https://snapshot.debian.org';

const needsApt =
  'without a base the system libraries come from packages of Debian or Ubuntu, by apt-get and dpkg-deb of this machine: run it there, or name a base with glibc, libstdc++ and CA certificates (--base)';

/** The newest versions in the package sources of this machine. apt verifies their signatures. */
export async function newestArchives(names: readonly string[], source: PackageSource): Promise<readonly Buffer[]> {
  try {
    const archives = await new Apt(source).download(names);
    for (const archive of archives) await keep(archive, source);
    return archives;
  } catch (cause) {
    throw failed(`load ${names.join(', ')} for ${source.architecture}`, needsApt, cause);
  }
}

/**
 * The pinned versions: what was loaded before, else from the package sources of this machine, else from the archive. Nothing is
 * taken that has another hash.
 */
export async function pinnedArchives(names: readonly string[], source: PackageSource): Promise<readonly Buffer[]> {
  const apt = new Apt(source);
  const archives: Buffer[] = [];
  for (const name of names) archives.push(await pinnedArchive(name, source, apt));
  return archives;
}

async function pinnedArchive(name: string, source: PackageSource, apt: Apt): Promise<Buffer> {
  const { architecture, pinned = {}, archive } = source;
  const pin = pinned[name];
  if (pin === undefined) {
    const hint = 'pin what is needed now, by `kubewright-image --lock`';
    throw failed(`find ${name} for ${architecture} in ${lockName}`, hint);
  }
  const reasons: unknown[] = [];
  const ways = [
    () => readFile(kept(pin.sha256, source)),
    async () => (await apt.download([`${name}=${pin.version}`]))[0],
    () => download(`${archive.replace(/\/$/, '')}/file/${pin.sha1}`),
  ];
  for (const way of ways) {
    const found = await way().catch((reason: unknown) => void reasons.push(reason));
    if (found !== undefined && sha256(found) === pin.sha256) {
      await keep(found, source);
      return found;
    }
  }
  throw notServed(name, { pin, source, reasons });
}

function kept(hash: string, { cache }: PackageSource): string {
  return path.join(cache, 'archives', `${hash}.deb`);
}

async function keep(archive: Buffer, source: PackageSource): Promise<void> {
  const file = kept(sha256(archive), source);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, archive);
}

interface NotServed {
  readonly pin: PinnedPackage;
  readonly source: PackageSource;
  readonly reasons: readonly unknown[];
}

function notServed(name: string, { pin, source, reasons }: NotServed): Error {
  const { architecture, archive } = source;
  return failed(
    `load ${name} ${pin.version} for ${architecture}, which ${lockName} pins`,
    `neither the package sources of this machine nor ${archive} have it with the hash sha256:${pin.sha256}: ` +
      'name another archive (--archive), or pin the newest packages (--lock)',
    reasons.at(-1),
  );
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw failed(`load ${url}`, `it answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
