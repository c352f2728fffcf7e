import { chmod, mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { BuiltImage } from './build-image.ts';
import { writePins } from './layers/pinned-packages.ts';
import { listBlobs, type ImageContents } from './oci/image.ts';
import { type ImageFile, getMode } from './oci/layer.ts';
import { readLayout, writeLayout } from './oci/layout.ts';
import { push } from './registry/push.ts';
import { createRegistryClient, type RegistryOptions } from './registry/registry-client.ts';
import { formatReport } from './report.ts';

/**
 * Writes an image below a folder: `layout/`, which is an OCI image layout, the SBOM of each platform, the provenance, and
 * `report.txt`.
 */
export async function writeImage(image: BuiltImage, folder: string): Promise<void> {
  await writeContents(image, image.project.manifest.version ?? 'latest', folder);
  for (const { name, data } of image.documents) await writeFile(path.join(folder, name), data);
  await writeFile(path.join(folder, 'report.txt'), formatReport(image));
}

/** Writes an image as an OCI image layout, into `layout/` of a folder. @param tag its name there */
export async function writeContents(image: ImageContents, tag: string, folder: string): Promise<void> {
  await writeLayout(path.join(folder, 'layout'), tag, listBlobs(image));
}

/** Pins the packages of Debian that an image was built from, in `image-lock.json` of its project. */
export async function pinPackages({ project, pins }: BuiltImage): Promise<void> {
  await writePins(project.folder, pins);
}

/** How an image is pushed. */
export interface PushOptions extends RegistryOptions {
  /** Called with a line of text for each blob that the registry has now. */
  readonly onProgress?: (step: string) => void;
}

/** Pushes an image to a registry, under a name such as `ghcr.io/me/operator:1.0.0`. */
export async function pushImage(image: ImageContents, name: string, options: PushOptions = {}): Promise<void> {
  await push(await createRegistryClient(name, options), listBlobs(image), options.onProgress);
}

/**
 * Pushes the image of a layout that `writeImage` has written, and the documents about it, byte for byte.
 *
 * @returns the digest of the image
 * Throws: if the folder has no such layout, or a blob of it has changed.
 */
export async function pushLayout(folder: string, name: string, options: PushOptions = {}): Promise<string> {
  const image = await readLayout(folder);
  await push(await createRegistryClient(name, options), image, options.onProgress);
  return image.index.descriptor.digest;
}

/** Writes the files of the image for one platform into a folder, which becomes its `/`. `operator/Dockerfile` copies them. */
export async function writeRoot({ images: [image] }: ImageContents, root: string): Promise<void> {
  await rm(root, { recursive: true, force: true });
  for (const file of image?.layers.flatMap(({ files }) => files) ?? [])
    await writeEntry(file, path.join(root, file.path));
}

async function writeEntry(file: ImageFile, at: string): Promise<void> {
  await mkdir(path.dirname(at), { recursive: true });
  if ('linkTo' in file) return symlink(file.linkTo, at);
  if ('folder' in file) await mkdir(at, { recursive: true });
  else await writeFile(at, file.data);
  await chmod(at, getMode(file));
  await utimes(at, 0, 0);
}
