import path from 'node:path/posix';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { packTar, type TarEntry } from 'modern-tar';

import { type Blob, createBlob, computeDigest, mediaTypes } from './blob.ts';

/** A file of an image with an absolute `path`; parent folders are created. */
export type ImageFile =
  | { readonly path: string; readonly data: Uint8Array; readonly mode?: number }
  | { readonly path: string; readonly linkTo: string }
  | { readonly path: string; readonly folder: true; readonly mode?: number };

export interface Layer {
  /** Description of the layer's content, for users. */
  readonly name: string;
  readonly blob: Blob;
  /** The digest of the uncompressed tar archive. */
  readonly diffId: string;
  readonly files: readonly ImageFile[];
}

const compress = promisify(gzip);
const epoch = new Date(0);

/** Creates a layer whose bytes depend only on the files: sorted, owned by root and without times. */
export async function createLayer(name: string, files: readonly ImageFile[]): Promise<Layer> {
  const sorted = [...files].sort(comparePaths);
  const tar = await packTar(addFolders(sorted).map(toTarEntry));
  const compressed = await compress(tar, { level: 9 });
  // RFC 1952: the system that compressed the data; 255 is "unknown".
  compressed[9] = 255;
  return { name, blob: createBlob(mediaTypes.layer, compressed), diffId: computeDigest(tar), files: sorted };
}

function addFolders(files: readonly ImageFile[]): readonly ImageFile[] {
  const byName = new Map<string, ImageFile>();
  for (const file of files) {
    for (const folder of listFoldersAbove(file.path)) {
      if (!byName.has(folder)) byName.set(folder, { path: folder, folder: true });
    }
    byName.set(file.path, file);
  }
  return [...byName.values()].sort(comparePaths);
}

/** Compares by code points, regardless of the machine's locale. */
function comparePaths(a: ImageFile, b: ImageFile): number {
  return a.path < b.path ? -1 : Number(a.path > b.path);
}

function listFoldersAbove(file: string): readonly string[] {
  const above = path.dirname(file);
  return above === '/' ? [] : [...listFoldersAbove(above), above];
}

function toTarEntry(file: ImageFile): TarEntry {
  const name = file.path.slice(1);
  const owner = { uid: 0, gid: 0, uname: '', gname: '', mtime: epoch };
  if ('linkTo' in file) {
    return { header: { ...owner, name, size: 0, mode: 0o777, type: 'symlink', linkname: file.linkTo } };
  }
  const mode = getMode(file);
  if ('folder' in file) return { header: { ...owner, name: `${name}/`, size: 0, mode, type: 'directory' } };
  return { header: { ...owner, name, size: file.data.byteLength, mode, type: 'file' }, body: file.data };
}

function getMode(file: Exclude<ImageFile, { readonly linkTo: string }>): number {
  return file.mode ?? ('folder' in file ? 0o755 : 0o644);
}
