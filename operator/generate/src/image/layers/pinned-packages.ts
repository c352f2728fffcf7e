import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { buildGenerateError } from '../../generate-error.ts';

/** A Debian package in one version. */
export interface PinnedPackage {
  readonly version: string;
  /** The archive's hash, in hexadecimal digits. It is verified. */
  readonly sha256: string;
  /** The archive's address in Debian's snapshots. */
  readonly sha1: string;
}

/** Packages by name. */
export type PinnedNames = Readonly<Record<string, PinnedPackage>>;

/** The content of `image-lock.json`: packages by architecture, such as `amd64`. */
export type PinnedPackages = Readonly<Record<string, PinnedNames>>;

/** The file next to `package.json` that pins the system libraries of an image. */
export const lockName = 'image-lock.json';

/** Reads a project's pinned packages; empty without the file. */
export async function readPins(folder: string): Promise<PinnedPackages> {
  const file = path.join(folder, lockName);
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return {};
  const hint = 'write it again with `kubewright-image --lock`';
  try {
    const { packages } = JSON.parse(text) as { readonly packages?: PinnedPackages };
    if (packages === undefined) throw new TypeError('`packages` is missing');
    return packages;
  } catch (cause) {
    throw buildGenerateError(`read ${file}`, hint, cause);
  }
}

/** Writes the packages, and retains those of other architectures. */
export async function writePins(folder: string, pins: PinnedPackages): Promise<void> {
  const before = await readPins(folder).catch((): PinnedPackages => ({}));
  const packages = { ...before, ...pins };
  await writeFile(path.join(folder, lockName), `${JSON.stringify({ packages }, undefined, 2)}\n`);
}
