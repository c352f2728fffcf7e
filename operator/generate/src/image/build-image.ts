import path from 'node:path';

import { type PlatformBuild, renderProvenance } from './attestations/provenance.ts';
import { renderSbom } from './attestations/sbom.ts';
import { openBase, readBase } from './base-image.ts';
import { buildProcess } from './entrypoint.ts';
import { buildLabels, tryFindCommit } from './labels.ts';
import { collectAppFiles } from './layers/app-layer.ts';
import { checkOneNode, findNode, loadNodeFiles, readLockfile } from './layers/node-layer.ts';
import { type PinnedPackages, readPins } from './layers/pinned-packages.ts';
import { type SystemLayer, loadSystem } from './layers/system-layer.ts';
import { type BlobSource, formatPlatform, parsePlatform, type Platform } from './oci/blob.ts';
import { type ImageContents, createImage, createIndex } from './oci/image.ts';
import { type Layer, createLayer } from './oci/layer.ts';
import { type Project, type ProjectOptions, readProject } from './project.ts';
import type { RegistryOptions } from './registry/registry-client.ts';

export interface ImageOptions extends ProjectOptions, RegistryOptions {
  /** Platforms such as `linux/amd64`. @default - `linux/amd64` and `linux/arm64` */
  readonly platforms?: readonly string[];
  /**
   * An image with glibc, libstdc++ and CA certificates: its name in a registry, or a folder with an OCI image layout.
   *
   * @default - Debian packages, via the `apt-get` of this machine
   */
  readonly base?: string;
  /** Uses the newest Debian packages instead of those pinned in `image-lock.json`. @default false */
  readonly newest?: boolean;
  /** The image's creation time, in seconds since 1970. @default 0 */
  readonly sourceDateEpoch?: number;
  /** Called for each slow step. */
  readonly onProgress?: (step: string) => void;
}

/** A built image, in memory. */
export interface BuiltImage extends ImageContents {
  readonly project: Project;
  /** The Debian packages that it contains, by architecture; empty with a base image. */
  readonly pins: PinnedPackages;
}

/** Inputs of the build that all platforms share. */
interface SharedBuild {
  readonly options: ImageOptions;
  readonly project: Project;
  readonly base: BlobSource | undefined;
  readonly commit: string | undefined;
  readonly created: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly program: Layer;
}

/**
 * Builds an index with one image and one SBOM per platform, and the provenance. Reproducible: the same files give the
 * same digests on machines with the same kind of processor.
 */
export async function buildImage(options: ImageOptions = {}): Promise<BuiltImage> {
  const { platforms = ['linux/amd64', 'linux/arm64'], onProgress = () => undefined } = options;
  const shared = await readShared(options);
  const builds: PlatformBuild[] = [];
  for (const platform of platforms.map(parsePlatform)) {
    onProgress(`building for ${formatPlatform(platform)}`);
    builds.push(await buildFor(platform, shared));
  }
  checkOneNode(builds.map(({ node }) => node));
  const images = builds.map(({ image }) => image);
  const index = createIndex(images, shared.labels);
  const pins = builds.map(({ image, system }) => [image.platform.architecture, system?.pins ?? {}]);
  return {
    project: shared.project,
    images,
    index,
    documents: [
      ...builds.map((build) => renderSbom(shared.project, build)),
      renderProvenance(builds, index.descriptor, shared),
    ],
    pins: shared.base === undefined ? (Object.fromEntries(pins) as PinnedPackages) : {},
  };
}

async function readShared(options: ImageOptions): Promise<SharedBuild> {
  const project = await readProject(options);
  const base = options.base === undefined ? undefined : await openBase(options.base, options);
  const created = new Date((options.sourceDateEpoch ?? 0) * 1000).toISOString().replace('.000Z', 'Z');
  const commit = await tryFindCommit(project.folder);
  const labels = buildLabels(project.manifest, created, commit);
  const program = await createLayer('the program and its licences', await collectAppFiles(project));
  return { options, project, base, commit, created, labels, program };
}

async function buildFor(platform: Platform, shared: SharedBuild): Promise<PlatformBuild> {
  const { project, base, created, labels, program } = shared;
  const cache = path.join(project.folder, 'node_modules', '.cache', 'kubewright-image');
  const node = findNode(await readLockfile(project.folder), platform.architecture);
  const system = base === undefined ? await readSystem(platform, cache, shared) : undefined;
  const layers = [
    ...(system ? [await createLayer('loader, libraries and CA certificates', system.files)] : []),
    await createLayer(`Node ${node.version}`, await loadNodeFiles(node, cache)),
    program,
  ];
  const below = base && (await readBase(base, platform));
  return {
    node,
    system,
    image: createImage({ platform, layers, process: buildProcess(labels), created, base: below }),
  };
}

async function readSystem(
  { architecture }: Platform,
  cache: string,
  { options: { newest = false }, project }: SharedBuild,
): Promise<SystemLayer> {
  const pins = newest ? {} : await readPins(project.folder);
  // If the file pins only other architectures, loading fails instead of using the newest packages.
  const pinned = Object.keys(pins).length === 0 ? undefined : (pins[architecture] ?? {});
  return loadSystem({ architecture, cache, pinned });
}
