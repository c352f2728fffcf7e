import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

import { unpackTar } from 'modern-tar';

import { failed } from '../failed.ts';
import type { ImageFile } from '../oci/index.ts';
import type { LockedPackage } from './lockfile.ts';

const run = promisify(execFile);
const unzip = promisify(gunzip);

/** Where Node is in the image, as in Node's own images. */
export const nodePath = '/usr/local/bin/node';

/** The npm package with Node for an architecture of an image. */
export function nodePackage(architecture: string): string {
  return `node-linux-${architecture === 'amd64' ? 'x64' : architecture}`;
}

/**
 * Node and its licence, from the package that the lockfile pins. npm loads the package or has it in its cache; it need
 * not be for this machine.
 */
export async function nodeFiles(locked: LockedPackage, cache: string): Promise<readonly ImageFile[]> {
  const archive = await packed(locked, cache);
  verifyIntegrity(archive, locked);
  const wanted = ['package/bin/node', 'package/LICENSE'];
  const entries = await unpackTar(await unzip(archive), { filter: ({ name }) => wanted.includes(name), strict: true });
  const [node, licence] = wanted.map((name) => entries.find(({ header }) => header.name === name)?.data);
  if (node === undefined || licence === undefined) {
    throw failed(`read ${locked.name}@${locked.version}`, 'it has no bin/node and LICENSE: take another version');
  }
  return [
    { path: nodePath, data: node, mode: 0o755 },
    { path: '/usr/local/share/doc/node/LICENSE', data: licence },
  ];
}

async function packed({ name, version }: LockedPackage, cache: string): Promise<Buffer> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, 'npm-'));
  try {
    const args = ['pack', `${name}@${version}`, '--pack-destination', folder, '--prefer-offline', '--silent'];
    await run('npm', args, { cwd: folder });
    const [file = ''] = await readdir(folder);
    return await readFile(path.join(folder, file));
  } catch (cause) {
    throw failed(`load ${name}@${version}`, 'check that `npm pack` of it works on this machine', cause);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Throws: if the archive is not the one of the lockfile. */
export function verifyIntegrity(archive: Uint8Array, { name, version, integrity }: LockedPackage): void {
  const sha512 = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  if (integrity.split(' ').includes(sha512)) return;
  throw failed(
    `verify ${name}@${version}`,
    `package-lock.json has ${integrity}, but npm loaded ${sha512}: check the registry and the lockfile`,
  );
}
