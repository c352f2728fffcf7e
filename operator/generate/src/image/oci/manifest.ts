import { type Blob, type Descriptor, jsonBlob, mediaTypes, type Platform } from './blob.ts';
import type { Layer } from './layer.ts';

/** The process of an image, as its configuration has it. https://github.com/opencontainers/image-spec/blob/main/config.md */
export interface ContainerConfig {
  readonly User?: string;
  readonly Env?: readonly string[];
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
  readonly WorkingDir?: string;
  readonly Labels?: Readonly<Record<string, string>>;
}

export interface History {
  readonly created?: string;
  readonly created_by?: string;
  readonly empty_layer?: boolean;
}

export interface ImageConfig {
  readonly created?: string;
  readonly architecture: string;
  readonly os: string;
  readonly variant?: string;
  readonly config?: ContainerConfig;
  readonly rootfs: { readonly type: 'layers'; readonly diff_ids: readonly string[] };
  readonly history?: readonly History[];
}

export interface ImageManifest {
  readonly schemaVersion: 2;
  readonly mediaType: string;
  readonly artifactType?: string;
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
  readonly subject?: Descriptor;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What an image stands on, for one platform. */
export interface BaseImage {
  readonly config: ImageConfig;
  readonly layers: readonly Blob[];
}

export interface ImageParts {
  readonly platform: Platform;
  readonly layers: readonly Layer[];
  readonly process: ContainerConfig;
  readonly created: string;
  readonly base?: BaseImage;
}

/** The image of one platform. */
export interface PlatformImage {
  readonly platform: Platform;
  readonly layers: readonly Layer[];
  readonly baseLayers: readonly Blob[];
  readonly config: Blob;
  readonly manifest: Blob;
}

export function imageOf({ platform, layers, process, created, base }: ImageParts): PlatformImage {
  const value: ImageConfig = {
    created,
    ...platform,
    config: mergedConfig(base?.config.config ?? {}, process),
    rootfs: {
      type: 'layers',
      diff_ids: [...(base?.config.rootfs.diff_ids ?? []), ...layers.map(({ diffId }) => diffId)],
    },
    history: [
      ...(base?.config.history ?? []),
      ...layers.map(({ name }) => ({ created, created_by: `kubewright-image: ${name}` })),
    ],
  };
  const config = jsonBlob(mediaTypes.config, value);
  const baseLayers = base?.layers ?? [];
  const blobs = [...baseLayers, ...layers.map(({ blob }) => blob)];
  const manifest = manifestOf(
    config.descriptor,
    blobs.map(({ descriptor }) => descriptor),
    process.Labels ?? {},
  );
  return { platform, layers, baseLayers, config, manifest: withPlatform(manifest, platform) };
}

/** The index of an image for several platforms. */
export function indexOf(images: readonly PlatformImage[], annotations: Readonly<Record<string, string>>): Blob {
  const manifests = images.map(({ manifest }) => manifest.descriptor);
  return jsonBlob(mediaTypes.index, { schemaVersion: 2, mediaType: mediaTypes.index, manifests, annotations });
}

/** The base's variables stay, but for those that the process sets; its user, entry point and command do not. */
function mergedConfig(base: ContainerConfig, process: ContainerConfig): ContainerConfig {
  const env = new Map([...(base.Env ?? []), ...(process.Env ?? [])].map((text) => [text.split('=', 1)[0], text]));
  return { ...process, Env: [...env.values()], Labels: { ...base.Labels, ...process.Labels } };
}

function manifestOf(config: Descriptor, layers: readonly Descriptor[], annotations: Record<string, string>): Blob {
  const value: ImageManifest = { schemaVersion: 2, mediaType: mediaTypes.manifest, config, layers, annotations };
  return jsonBlob(mediaTypes.manifest, value);
}

function withPlatform({ descriptor, data }: Blob, platform: Platform): Blob {
  return { data, descriptor: { ...descriptor, platform } };
}
