/**
 * Image: an operator as an OCI image, without a daemon.
 *
 * - `build-image`: the image in memory; `write-image`: into a folder, or to a registry
 * - `bundle-image`: the image of a bundle for the Operator Lifecycle Manager
 * - `push-layout`: what `write-image` has written, to a registry
 * - `image-files`, `layers/`: what is in it; `base-image`: what it stands on
 * - `entrypoint`, `labels`: how it is started, and what it says of itself
 * - `attestations/`: SBOM and provenance; `report`: sizes, files and licences
 * - `oci/`: layers, manifests and layouts; `registry/`: push and pull
 *
 * @module
 */
export { buildImage, type BuiltImage, type ImageOptions } from './build-image.ts';
export { buildBundleImage, type ImageContents } from './bundle-image.ts';
export { imageEnvironment, nodeFlags } from './entrypoint.ts';
export { reportOf, type ReportOptions } from './report.ts';
export { pushLayout } from './push-layout.ts';
export { pinPackages, pushImage, type PushOptions, writeImage } from './write-image.ts';
export type { PinnedPackages } from './layers/pinned-packages.ts';
export type { Project } from './layers/app-layer.ts';
export type { Blob, PlatformImage, Referrer } from './oci/index.ts';
