import { type Blob, createBlob, type Descriptor, createJsonBlob, mediaTypes, type Platform } from './blob.ts';
import type { Layer } from './layer.ts';

/** The process in an image configuration. https://github.com/opencontainers/image-spec/blob/main/config.md */
export interface ContainerConfig {
  readonly User?: string;
  readonly Env?: readonly string[];
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
  readonly WorkingDir?: string;
  readonly Labels?: Readonly<Record<string, string>>;
}

export interface ImageConfig extends Platform {
  readonly created?: string;
  readonly config?: ContainerConfig;
  readonly rootfs: { readonly type: 'layers'; readonly diff_ids: readonly string[] };
  readonly history?: readonly object[];
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

/** The base image for one platform. */
export interface BaseImage {
  readonly config: ImageConfig;
  readonly layers: readonly Blob[];
}

export interface ImageParts {
  readonly platform: Platform;
  readonly layers: readonly Layer[];
  readonly process: ContainerConfig;
  readonly created: string;
  readonly base?: BaseImage | undefined;
}

/** The image of one platform. */
export interface PlatformImage {
  readonly platform: Platform;
  readonly layers: readonly Layer[];
  readonly baseLayers: readonly Blob[];
  readonly config: Blob;
  readonly manifest: Blob;
}

/** A document about an image or a platform's image. Registries list it as a referrer. */
export interface Document {
  /** Name of the document's file. */
  readonly name: string;
  readonly mediaType: string;
  readonly subject: Descriptor;
  readonly data: Uint8Array;
}

/** A multi-platform image. */
export interface ImageContents {
  readonly images: readonly PlatformImage[];
  readonly index: Blob;
  readonly documents: readonly Document[];
}

/** An image's blobs, as in a layout or a registry. */
export interface ImageBlobs {
  readonly index: Blob;
  /** The manifests of the documents. */
  readonly referrers: readonly Blob[];
  /** The manifests of the platforms. */
  readonly manifests: readonly Blob[];
  readonly contents: readonly Blob[];
}

export function createImage({ platform, layers, process, created, base }: ImageParts): PlatformImage {
  const baseLayers = base?.layers ?? [];
  const value: ImageConfig = {
    created,
    ...platform,
    config: mergeConfig(base?.config.config ?? {}, process),
    rootfs: {
      type: 'layers',
      diff_ids: [...(base?.config.rootfs.diff_ids ?? []), ...layers.map(({ diffId }) => diffId)],
    },
    history: [
      ...(base?.config.history ?? []),
      ...layers.map(({ name }) => ({ created, created_by: `kubewright-image: ${name}` })),
    ],
  };
  const config = createJsonBlob(mediaTypes.config, value);
  const { descriptor, data } = createManifest({
    config: config.descriptor,
    layers: [...baseLayers, ...layers.map(({ blob }) => blob)].map((blob) => blob.descriptor),
    annotations: process.Labels ?? {},
  });
  return { platform, layers, baseLayers, config, manifest: { descriptor: { ...descriptor, platform }, data } };
}

export function createIndex(images: readonly PlatformImage[], annotations: Readonly<Record<string, string>>): Blob {
  const manifests = images.map(({ manifest }) => manifest.descriptor);
  return createJsonBlob(mediaTypes.index, { schemaVersion: 2, mediaType: mediaTypes.index, manifests, annotations });
}

export function listBlobs({ images, index, documents }: ImageContents): ImageBlobs {
  const ofImages = images.flatMap((image) => [
    ...image.baseLayers,
    ...image.layers.map(({ blob }) => blob),
    image.config,
  ]);
  const ofDocuments = documents.map(({ mediaType, data }) => createBlob(mediaType, data));
  return {
    index,
    referrers: documents.map(createReferrer),
    manifests: images.map(({ manifest }) => manifest),
    contents: [...ofImages, ...ofDocuments, noConfig],
  };
}

/** The configuration of a manifest that does not describe an image. */
const noConfig = createBlob(mediaTypes.empty, Buffer.from('{}'));

/** https://github.com/opencontainers/image-spec/blob/main/manifest.md#guidelines-for-artifact-usage */
function createReferrer({ mediaType: artifactType, subject, data: content }: Document): Blob {
  const { mediaType, digest, size } = subject;
  const { descriptor, data } = createManifest({
    artifactType,
    config: noConfig.descriptor,
    layers: [createBlob(artifactType, content).descriptor],
    subject: { mediaType, digest, size },
  });
  return { descriptor: { ...descriptor, artifactType }, data };
}

function createManifest(parts: Omit<ImageManifest, 'schemaVersion' | 'mediaType'>): Blob {
  const manifest: ImageManifest = { schemaVersion: 2, mediaType: mediaTypes.manifest, ...parts };
  return createJsonBlob(mediaTypes.manifest, manifest);
}

/**
 * Takes variables and labels of the base unless the process sets them; drops the base's user, entry point and command.
 */
function mergeConfig(base: ContainerConfig, process: ContainerConfig): ContainerConfig {
  const env = new Map([...(base.Env ?? []), ...(process.Env ?? [])].map((text) => [text.split('=', 1)[0], text]));
  return { ...process, Env: [...env.values()], Labels: { ...base.Labels, ...process.Labels } };
}
