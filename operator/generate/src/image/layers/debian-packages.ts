import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { unpackTar } from 'modern-tar';

import { failed } from '../failed.ts';
import { sha256 } from '../oci/index.ts';
import { newestArchives, type PackageSource, pinnedArchives } from './debian-archives.ts';
import type { PinnedPackage } from './pinned-packages.ts';

const run = promisify(execFile);

/** A package of Debian, or of a distribution that is built from it. */
export interface DebianPackage extends PinnedPackage {
  readonly name: string;
  readonly architecture: string;
  /** The text of its `control` file, as the database of installed packages has it. */
  readonly control: string;
  readonly files: ReadonlyMap<string, DebianFile>;
}

export type DebianFile = { readonly data: Uint8Array } | { readonly linkTo: string };

/** Packages for an architecture, which need not be this machine's: those that are pinned, or else the newest ones. */
export async function debianPackages(
  names: readonly string[],
  source: PackageSource,
): Promise<readonly DebianPackage[]> {
  const load = source.pinned === undefined ? newestArchives : pinnedArchives;
  const archives = await load(names, source);
  const packages = await Promise.all(archives.map((archive) => readPackage(archive, source.cache)));
  return packages.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function readPackage(archive: Buffer, cache: string): Promise<DebianPackage> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, 'deb-'));
  try {
    const file = path.join(folder, 'package.deb');
    await writeFile(file, archive);
    const options = { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 } as const;
    const [tar, control] = await Promise.all([
      run('dpkg-deb', ['--fsys-tarfile', file], options),
      run('dpkg-deb', ['--field', file]),
    ]);
    return { ...fieldsOf(control.stdout), ...hashesOf(archive), files: await filesIn(tar.stdout) };
  } catch (cause) {
    throw failed('read a package of Debian', 'that needs dpkg-deb: install it, or name a base (--base)', cause);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function fieldsOf(control: string): Pick<DebianPackage, 'name' | 'version' | 'architecture' | 'control'> {
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(control)?.[1] ?? '';
  return { name: field('Package'), version: field('Version'), architecture: field('Architecture'), control };
}

function hashesOf(archive: Buffer): Pick<PinnedPackage, 'sha256' | 'sha1'> {
  return { sha256: sha256(archive), sha1: createHash('sha1').update(archive).digest('hex') };
}

async function filesIn(tar: Buffer): Promise<ReadonlyMap<string, DebianFile>> {
  const files = new Map<string, DebianFile>();
  for (const { header, data } of await unpackTar(tar)) {
    const name = header.name.replace(/^\.?\//, '/');
    if (header.type === 'symlink') files.set(name, { linkTo: header.linkname ?? '' });
    else if (header.type !== 'directory' && data !== undefined) files.set(name, { data });
  }
  return files;
}
