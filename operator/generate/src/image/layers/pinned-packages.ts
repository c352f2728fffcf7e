import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { buildGenerateError } from '../../generate-error.ts';

/** A package of Debian in one version. */
export interface PinnedPackage {
  readonly version: string;
  /** Of the archive, in hexadecimal digits. It is what counts. */
  readonly sha256: string;
  /** Of the archive, too: the address that Debian's snapshots have it at. */
  readonly sha1: string;
}

/** Packages by their names. */
export type PinnedNames = Readonly<Record<string, PinnedPackage>>;

/** What `image-lock.json` has: packages by architecture, such as `amd64`. */
export type PinnedPackages = Readonly<Record<string, PinnedNames>>;

/** The file beside `package.json` that pins the system libraries of an image. */
export const lockName = 'image-lock.json';

/** The packages that a project pins; empty if it has no such file. */
export async function readPins(folder: string): Promise<PinnedPackages> {
  const file = path.join(folder, lockName);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  const hint = 'write it again, by `kubewright-image --lock`';
  try {
    const { packages } = JSON.parse(text) as { readonly packages?: PinnedPackages };
    if (packages === undefined) throw new TypeError('it has no `packages`');
    return packages;
  } catch (cause) {
    throw buildGenerateError(`read ${file}`, hint, cause);
  }
}

/** Writes the packages, beside those that the file has for other architectures. */
export async function writePins(folder: string, pins: PinnedPackages): Promise<void> {
  const before = await readPins(folder).catch((): PinnedPackages => ({}));
  const packages = { ...before, ...pins };
  await writeFile(path.join(folder, lockName), `${JSON.stringify({ packages }, undefined, 2)}\n`);
}
