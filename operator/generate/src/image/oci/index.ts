/**
 * OCI: images as bytes, by the image specification.
 *
 * - `blob`: content and its digest
 * - `layer`: files as a reproducible archive
 * - `manifest`: the image of one platform, and the index of several
 * - `referrer`: documents about an image
 * - `layout`: an image in a folder
 *
 * @module
 */
export { type Blob, type Descriptor, digestOf, jsonBlob, jsonOf, mediaTypes, type Platform, verified } from './blob.ts';
export { type ImageFile, type Layer, layerOf, sha256 } from './layer.ts';
export {
  type BaseImage,
  type ContainerConfig,
  type ImageConfig,
  type ImageManifest,
  imageOf,
  indexOf,
  type PlatformImage,
} from './manifest.ts';
export { type BlobSource, type Layout, openLayout, writeLayout } from './layout.ts';
export { type Referrer, referrerOf } from './referrer.ts';
