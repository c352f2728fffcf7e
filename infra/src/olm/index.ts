/**
 * What the Operator Lifecycle Manager installs an operator from.
 *
 * - `olmBundle` makes the bundle of one version, from the objects that the constructs synthesize; `olmCatalog` a file-based
 *   catalog of bundles; `writeFolder` writes either. `shownByPackage` takes from a `package.json` what a console shows.
 * - `clusterExtension` makes the objects by which OLM v1 installs a bundle.
 * - `plan.ts` checks the options, `options.ts` has what a bundle is, `deployed.ts` has the objects of the charts, of which OLM applies some as they
 *   are; from the others come the `cluster-service-version.ts` and its `owned-kinds.ts`.
 *
 * @module
 */
export { olmBundle, writeFolder } from './bundle.ts';
export { type CatalogBundle, clusterExtension, type ClusterExtensionOptions, olmCatalog } from './catalog.ts';
export { type ClusterServiceVersion, type OlmBundle, shownByPackage } from './options.ts';
export type { OlmBundleOptions, OlmCapabilities, OlmInstallMode, OlmShownData } from '../options/index.ts';
export { ourBundles, ourCatalog } from './our-bundles.ts';
export type { PlainObject } from '../objects/index.ts';
