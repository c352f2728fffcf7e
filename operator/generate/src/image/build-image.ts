import { provenanceMediaType, provenanceOf } from './attestations/provenance.ts';
import { sbomMediaType, sbomOf } from './attestations/sbom.ts';
import { openBase, readBase, type RegistryOptions } from './base-image.ts';
import { failed } from './failed.ts';
import { type PlatformFiles, platformFiles, programFiles, type ProjectOptions, readProject } from './image-files.ts';
import { labelsOf, sourceOf, tryFindCommit } from './labels.ts';
import { checkOneNode } from './layers/lockfile.ts';
import type { PinnedPackages } from './layers/pinned-packages.ts';
import type { Project } from './layers/app-layer.ts';
import {
  type Blob,
  type BlobSource,
  imageOf,
  indexOf,
  type Layer,
  layerOf,
  type Platform,
  type PlatformImage,
  type Referrer,
  referrerOf,
} from './oci/index.ts';
import { processOf } from './entrypoint.ts';

export interface ImageOptions extends ProjectOptions, RegistryOptions {
  /** `linux/amd64`, `linux/arm64`. @default - both */
  readonly platforms?: readonly string[];
  /**
   * An image with glibc, libstdc++ and CA certificates: its name in a registry, or a folder with an OCI image layout.
   *
   * @default - these come from Debian packages, by `apt-get` of this machine
   */
  readonly base?: string;
  /** The time that the image says it is from, in seconds since 1970. @default 0 */
  readonly sourceDateEpoch?: number;
  /** Called for each step that takes a while. */
  readonly onProgress?: (step: string) => void;
}

/** An image that was built, in memory. */
export interface BuiltImage {
  readonly project: Project;
  readonly images: readonly PlatformImage[];
  readonly index: Blob;
  readonly referrers: readonly Referrer[];
  /** By platform: `linux/amd64`. */
  readonly sboms: ReadonlyMap<string, Uint8Array>;
  readonly provenance: Uint8Array;
  /** The packages of Debian that it was built from, by architecture; empty on a base. */
  readonly pins: PinnedPackages;
}

interface Built {
  readonly image: PlatformImage;
  readonly files: PlatformFiles;
}

/**
 * Builds an image: an index of one image for each platform, an SBOM for each, and the provenance. The same files give the same
 * digests, on machines with the same kind of processor.
 */
export async function buildImage(options: ImageOptions = {}): Promise<BuiltImage> {
  const { onProgress = () => undefined } = options;
  const project = await readProject(options);
  const platforms = (options.platforms ?? ['linux/amd64', 'linux/arm64']).map(parsePlatform);
  const base = options.base === undefined ? undefined : await openBase(options.base, options);
  const created = new Date((options.sourceDateEpoch ?? 0) * 1000).toISOString().replace('.000Z', 'Z');
  const commit = await tryFindCommit(project.folder);
  const labels = labelsOf(project.manifest, created, commit);
  const program = await layerOf('the program and its licences', await programFiles(project));
  const built: Built[] = [];
  for (const platform of platforms) {
    onProgress(`building for ${nameOf(platform)}`);
    built.push(await buildFor(platform, { project, program, labels, created, base }));
  }
  checkOneNode(built.map(({ files }) => files.locked));
  const index = indexOf(
    built.map(({ image }) => image),
    labels,
  );
  return {
    project,
    images: built.map(({ image }) => image),
    index,
    pins: Object.fromEntries(built.flatMap(pinsOf)),
    ...attested(project, { built, index, base, commit }),
  };
}

/** `linux/amd64` as a platform. Throws: for one that no Node is packed for. */
export function parsePlatform(text: string): Platform {
  const [os, architecture, ...rest] = text.split('/');
  if (os === 'linux' && (architecture === 'amd64' || architecture === 'arm64') && rest.length === 0) {
    return { os, architecture };
  }
  throw failed(`build an image for ${text}`, 'write linux/amd64 or linux/arm64');
}

export function nameOf({ os, architecture }: Platform): string {
  return `${os}/${architecture}`;
}

interface Parts {
  readonly project: Project;
  readonly program: Layer;
  readonly labels: Readonly<Record<string, string>>;
  readonly created: string;
  readonly base: BlobSource | undefined;
}

async function buildFor(platform: Platform, { project, program, labels, created, base }: Parts): Promise<Built> {
  const files = await platformFiles(project, platform, base === undefined);
  const system = files.system && (await layerOf('loader, libraries and CA certificates', files.system.files));
  const node = await layerOf(`Node ${files.locked.version}`, files.node);
  const layers = [...(system ? [system] : []), node, program];
  const below = base && { base: await readBase(base, platform) };
  return { files, image: imageOf({ platform, layers, process: processOf(labels), created, ...below }) };
}

function pinsOf({ image, files }: Built): readonly (readonly [string, PinnedPackages[string]])[] {
  return files.system === undefined ? [] : [[image.platform.architecture, files.system.pins]];
}

interface Attested {
  readonly built: readonly Built[];
  readonly index: Blob;
  readonly base: BlobSource | undefined;
  readonly commit: string | undefined;
}

function attested(
  project: Project,
  { built, index, base, commit }: Attested,
): Pick<BuiltImage, 'referrers' | 'sboms' | 'provenance'> {
  const { manifest, packages: bundled } = project;
  const sboms = new Map<string, Uint8Array>();
  const referrers: Referrer[] = [];
  for (const { image, files } of built) {
    const { platform } = image;
    const system = files.system?.packages ?? [];
    const sbom = sbomOf({ manifest, platform, node: files.locked, bundled, system });
    sboms.set(nameOf(platform), sbom);
    referrers.push(referrerOf(image.manifest.descriptor, sbomMediaType, sbom));
  }
  const repository = sourceOf(manifest);
  const provenance = provenanceOf({
    name: manifest.name ?? 'operator',
    subjects: [index.descriptor, ...built.map(({ image }) => image.manifest.descriptor)],
    platforms: built.map(({ image }) => nameOf(image.platform)),
    nodes: built.map(({ files }) => files.locked),
    system: built.flatMap(({ files }) => files.system?.packages ?? []),
    ...(base && { base: { name: base.name, digest: base.top.digest } }),
    ...(repository !== undefined && commit !== undefined && { source: { repository, commit } }),
  });
  referrers.push(referrerOf(index.descriptor, provenanceMediaType, provenance));
  return { referrers, sboms, provenance };
}
