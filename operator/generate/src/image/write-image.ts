import { chmod, mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { registryClient, type RegistryOptions } from './base-image.ts';
import { type BuiltImage, parsePlatform } from './build-image.ts';
import type { ImageContents } from './bundle-image.ts';
import { platformFiles, programFiles, type ProjectOptions, readProject } from './image-files.ts';
import { writePins } from './layers/pinned-packages.ts';
import { type Blob, type Descriptor, type ImageFile, writeLayout } from './oci/index.ts';
import { push, type Pushed } from './registry/push.ts';
import { reportOf } from './report.ts';

/**
 * Writes an image below a folder: `layout/`, which is an OCI image layout, the SBOM of each platform, the provenance, and
 * `report.txt`.
 */
export async function writeImage(image: BuiltImage, folder: string): Promise<void> {
  const { sboms, provenance, project } = image;
  await writeContents(image, project.manifest.version ?? 'latest', folder);
  const documents = [...sboms].map(
    ([platform, sbom]) => [`sbom.${platform.replace('/', '-')}.cdx.json`, sbom] as const,
  );
  for (const [name, document] of documents) await writeFile(path.join(folder, name), document);
  await writeFile(path.join(folder, 'provenance.intoto.json'), provenance);
  await writeFile(path.join(folder, 'report.txt'), reportOf(image, { files: true }));
}

/** Writes an image as an OCI image layout, into `layout/` of a folder. @param tag its name there */
export async function writeContents(image: ImageContents, tag: string, folder: string): Promise<void> {
  const { index, referrers } = image;
  const annotations = { 'org.opencontainers.image.ref.name': tag };
  const tops: readonly Descriptor[] = [
    { ...index.descriptor, annotations },
    ...referrers.map(({ manifest }) => manifest.descriptor),
  ];
  await writeLayout(path.join(folder, 'layout'), tops, [
    ...blobsOf(image),
    ...image.images.map(({ manifest }) => manifest),
    index,
    ...referrers.flatMap(({ manifest, blobs }) => [manifest, ...blobs]),
  ]);
}

/** Pins the packages of Debian that an image was built from, in `image-lock.json` of its project. */
export async function pinPackages({ project, pins }: BuiltImage): Promise<void> {
  await writePins(project.folder, pins);
}

/** How an image is pushed. */
export interface PushOptions extends RegistryOptions {
  /** Called for each blob that the registry has now. */
  readonly onBlob?: (pushed: Pushed) => void;
}

/** Pushes an image to a registry, under a name such as `ghcr.io/me/operator:1.0.0`. */
export async function pushImage(image: ImageContents, name: string, options: PushOptions = {}): Promise<void> {
  const client = await registryClient(name, options);
  const { index, referrers, images } = image;
  const manifests = images.map(({ manifest }) => manifest);
  await push(client, { blobs: blobsOf(image), manifests, index, referrers }, options.onBlob);
}

/** Writes the files of an image for one platform into a folder, which becomes its `/`. `operator/Dockerfile` copies them. */
export async function writeRoot(project: ProjectOptions, platform: string, root: string): Promise<void> {
  const read = await readProject(project);
  const { system, node } = await platformFiles(read, parsePlatform(platform), true);
  await rm(root, { recursive: true, force: true });
  const all = [...(system?.files ?? []), ...node, ...(await programFiles(read))];
  for (const file of all) await writeOne(file, path.join(root, file.path));
}

async function writeOne(file: ImageFile, at: string): Promise<void> {
  await mkdir(path.dirname(at), { recursive: true });
  if ('linkTo' in file) return symlink(file.linkTo, at);
  if ('folder' in file) await mkdir(at, { recursive: true });
  else await writeFile(at, file.data);
  await chmod(at, file.mode ?? ('folder' in file ? 0o755 : 0o644));
  await utimes(at, 0, 0);
}

function blobsOf({ images }: Pick<ImageContents, 'images'>): readonly Blob[] {
  return images.flatMap(({ baseLayers, layers, config }) => [...baseLayers, ...layers.map(({ blob }) => blob), config]);
}
