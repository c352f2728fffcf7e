import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import type { BuiltImage } from '../../../operator/generate/src/image/index.ts';
import { type Descriptor, parseJson } from '../../../operator/generate/src/image/oci/blob.ts';
import type { ImageConfig, ImageManifest } from '../../../operator/generate/src/image/oci/image.ts';
import { openLayout } from '../../../operator/generate/src/image/oci/layout.ts';

const run = promisify(execFile);

/** An image, and a folder for the files of its tests. */
export interface Built {
  readonly image: BuiltImage;
  readonly folder: string;
}

/** The files of an image for one platform, and its command. */
export interface Unpacked {
  readonly root: string;
  readonly config: ImageConfig;
}

/** Unpacks the layers of an OCI layout into a folder, with the `tar` of this machine. */
export async function unpack(layout: string, architecture: string, root: string): Promise<Unpacked> {
  const source = await openLayout(layout);
  const index = parseJson<{ manifests: readonly Descriptor[] }>(await source.read(source.top));
  const found = index.manifests?.find(({ platform }) => platform?.architecture === architecture);
  if (found === undefined) throw new Error(`the layout lacks an image for ${architecture}`);
  const manifest = parseJson<ImageManifest>(await source.read(found)) as ImageManifest;
  await mkdir(root, { recursive: true });
  for (const { digest } of manifest.layers) {
    const blob = path.join(layout, 'blobs', digest.replace(':', '/'));
    await run('tar', ['--extract', '--gzip', '--file', blob, '--directory', root]);
  }
  return { root, config: parseJson<ImageConfig>(await source.read(manifest.config)) as ImageConfig };
}
