/**
 * Image: an operator as an OCI image, without a daemon.
 *
 * - `build-image`: the image in memory; `write-image`: into a folder, or to a registry
 * - `bundle-image`: the image of a bundle for the Operator Lifecycle Manager
 * - `project`, `layers/`: the files of the image; `base-image`: the image below it
 * - `entrypoint`, `labels`: its process and its labels
 * - `attestations/`: SBOM and provenance; `report`: sizes and licences
 * - `oci/`: layers, manifests and layouts; `registry/`: push and pull
 *
 * @module
 */
export { buildImage, type BuiltImage, type ImageOptions } from './build-image.ts';
export { buildBundleImage } from './bundle-image.ts';
export { imageEnvironment, nodeFlags } from './entrypoint.ts';
export { formatReport } from './report.ts';
export { pinPackages, pushImage, pushLayout, type PushOptions, writeImage } from './write-image.ts';
export type { PinnedPackages } from './layers/pinned-packages.ts';
export type { Project } from './project.ts';
export type { Blob } from './oci/blob.ts';
export type { Document, ImageContents, PlatformImage } from './oci/image.ts';
