import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { packTar } from 'modern-tar/fs';

/** Replaces metadata that depends on the machine. */
const anonymous = { uid: 0, gid: 0, uname: '', gname: '', mtime: new Date(0) };

/**
 * Packs the files of a folder, so that the same files give the same archive; compresses it if the name ends with `.gz`.
 */
export async function packFolder(folder: string, archive: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const sources = files
    .map((source) => ({ source, target: path.relative(folder, source).split(path.sep).join('/') }))
    .sort((a, b) => (a.target < b.target ? -1 : 1))
    .map((each) => ({ ...each, ...anonymous, type: 'file' as const, mode: 0o644 }));
  const compress = archive.endsWith('.gz') ? createGzip({ level: 9 }) : new PassThrough();
  await pipeline(packTar(sources), compress, createWriteStream(archive));
}
