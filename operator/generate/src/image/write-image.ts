import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { BuiltImage } from './build-image.ts';
import { writePins } from './layers/pinned-packages.ts';
import { listBlobs, type ImageContents } from './oci/image.ts';
import { readLayout, writeLayout } from './oci/layout.ts';
import { checkPush, push } from './registry/push.ts';
import { createRegistryClient, type RegistryOptions } from './registry/registry-client.ts';
import { formatReport } from './report.ts';

/**
 * Writes an image to a folder: `layout/` (an OCI image layout), an SBOM per platform, the provenance and `report.txt`.
 */
export async function writeImage(image: BuiltImage, folder: string): Promise<void> {
  await writeContents(image, image.project.manifest.version ?? 'latest', folder);
  for (const { name, data } of image.documents) await writeFile(path.join(folder, name), data);
  await writeFile(path.join(folder, 'report.txt'), formatReport(image));
}

/**
 * Writes an image as an OCI image layout to `layout/` in a folder.
 *
 * @param tag the image's name in the layout
 */
export async function writeContents(image: ImageContents, tag: string, folder: string): Promise<void> {
  await writeLayout(path.join(folder, 'layout'), tag, listBlobs(image));
}

/** Pins an image's Debian packages in its project's `image-lock.json`. */
export async function pinPackages({ project, pins }: BuiltImage): Promise<void> {
  await writePins(project.folder, pins);
}

/** Push options. */
export interface PushOptions extends RegistryOptions {
  /** Called with a line of text for each pushed blob. */
  readonly onProgress?: (step: string) => void;
}

/** Throws: if the registry of a name does not answer, or does not let the user push: to find out before a build. */
export async function checkRegistry(name: string, options: RegistryOptions = {}): Promise<void> {
  await checkPush(await createRegistryClient(name, options));
}

/** Pushes an image to a registry under a name such as `ghcr.io/me/operator:1.0.0`. */
export async function pushImage(image: ImageContents, name: string, options: PushOptions = {}): Promise<void> {
  await push(await createRegistryClient(name, options), listBlobs(image), options.onProgress);
}

/**
 * Pushes a layout of `writeImage` with its documents, byte for byte.
 *
 * @returns the image's digest
 * Throws: if the folder has no such layout, or a blob has changed.
 */
export async function pushLayout(folder: string, name: string, options: PushOptions = {}): Promise<string> {
  const image = await readLayout(folder);
  await push(await createRegistryClient(name, options), image, options.onProgress);
  return image.index.descriptor.digest;
}
