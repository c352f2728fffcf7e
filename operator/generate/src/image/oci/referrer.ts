import { type Blob, blobOf, type Descriptor, jsonBlob, mediaTypes } from './blob.ts';
import type { ImageManifest } from './manifest.ts';

/** A document about an image, which registries list as its referrer. */
export interface Referrer {
  readonly manifest: Blob;
  readonly blobs: readonly Blob[];
  readonly subject: Descriptor;
}

/** https://github.com/opencontainers/image-spec/blob/main/manifest.md#guidelines-for-artifact-usage */
export function referrerOf(subject: Descriptor, mediaType: string, document: Uint8Array): Referrer {
  const empty = blobOf(mediaTypes.empty, Buffer.from('{}'));
  const content = blobOf(mediaType, document);
  const { digest, size } = subject;
  const value: ImageManifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    artifactType: mediaType,
    config: empty.descriptor,
    layers: [content.descriptor],
    subject: { mediaType: subject.mediaType, digest, size },
  };
  const { descriptor, data } = jsonBlob(mediaTypes.manifest, value);
  return {
    manifest: { descriptor: { ...descriptor, artifactType: mediaType }, data },
    blobs: [empty, content],
    subject,
  };
}
