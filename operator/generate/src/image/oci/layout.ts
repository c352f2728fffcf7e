import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { failed } from '../failed.ts';
import { type Blob, type Descriptor, jsonOf, mediaTypes, verified } from './blob.ts';

/** Where blobs come from: a layout in a folder, or a registry. */
export interface BlobSource {
  /** What its name leads to: an index, or the manifest of an image. */
  readonly top: Descriptor;
  /** Where it is, for messages and for the provenance. */
  readonly name: string;
  /** The content, whose digest is verified. */
  read(descriptor: Descriptor): Promise<Uint8Array>;
}

/** An image in a folder. */
export interface Layout extends BlobSource {
  /** The manifests of the documents about it. */
  readonly referrers: readonly Descriptor[];
}

interface LayoutIndex {
  readonly manifests: readonly Descriptor[];
}

/**
 * Writes an OCI image layout, in place of what the folder has had. `tops` are the entries of its `index.json`.
 * https://github.com/opencontainers/image-spec/blob/main/image-layout.md
 */
export async function writeLayout(folder: string, tops: readonly Descriptor[], blobs: readonly Blob[]): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const directory = path.join(folder, 'blobs', 'sha256');
  await mkdir(directory, { recursive: true });
  for (const { descriptor, data } of blobs) await writeFile(blobPath(folder, descriptor.digest), data);
  const index = { schemaVersion: 2, mediaType: mediaTypes.index, manifests: tops };
  await writeFile(path.join(folder, 'index.json'), JSON.stringify(index));
  await writeFile(path.join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
}

/** The image in an OCI image layout. Throws: if the folder is none, or has several images. */
export async function openLayout(folder: string): Promise<Layout> {
  const text = await readFile(path.join(folder, 'index.json')).catch((cause: unknown) => {
    throw failed(`read ${folder}`, 'it is no OCI image layout: name a folder with index.json and blobs/', cause);
  });
  const { manifests = [] } = jsonOf<LayoutIndex>(text);
  const tops = manifests.filter(({ artifactType }) => artifactType === undefined);
  const [top] = tops;
  if (top === undefined || tops.length > 1) {
    throw failed(`read ${folder}`, `it has ${tops.length} images: name a layout with one`);
  }
  return {
    top,
    referrers: manifests.filter(({ artifactType }) => artifactType !== undefined),
    name: folder,
    async read({ digest }) {
      const data = await readFile(blobPath(folder, digest)).catch((cause: unknown) => {
        throw failed(`read ${digest} in ${folder}`, 'the layout is incomplete: write it again', cause);
      });
      return verified(data, digest);
    },
  };
}

function blobPath(folder: string, digest: string): string {
  const match = /^sha256:([0-9a-f]{64})$/.exec(digest);
  if (match?.[1] === undefined) throw failed(`read ${digest}`, 'only digests of SHA-256 are supported');
  return path.join(folder, 'blobs', 'sha256', match[1]);
}
