/**
 * Image: builds an operator's OCI image without a daemon.
 *
 * - `build-image`: builds the image in memory; `write-image`: writes it to a folder or a registry
 * - `bundle-program`: bundles the operator, for its image
 * - `bundle-image`: the image of an Operator Lifecycle Manager bundle
 * - `project`, `layers/`: the image's files; `base-image`: the image below it
 * - `entrypoint`, `labels`: its process and labels
 * - `attestations/`: SBOM and provenance; `report`: sizes and licences
 * - `oci/`: layers, manifests and layouts; `registry/`: push and pull
 *
 * @module
 */
export { buildImage, type BuiltImage, type ImageOptions } from './build-image.ts';
export { bundleOperator, type BundledOperator } from './bundle-program.ts';
export { buildBundleImage } from './bundle-image.ts';
export { imageEnvironment, nodeFlags } from './entrypoint.ts';
export { formatReport } from './report.ts';
export { pinPackages, pushImage, pushLayout, type PushOptions, writeImage } from './write-image.ts';
export type { PinnedPackages } from './layers/pinned-packages.ts';
export type { Project } from './project.ts';
export type { Blob } from './oci/blob.ts';
export type { Document, ImageContents, PlatformImage } from './oci/image.ts';
