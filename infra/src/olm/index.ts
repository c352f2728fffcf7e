/**
 * What the Operator Lifecycle Manager installs an operator from.
 *
 * - `olmBundle` makes the bundle of one version, from the objects that the constructs synthesize; `olmCatalog` a file-based
 *   catalog of bundles; `writeFolder` writes either. `shownByPackage` takes from a `package.json` what a console shows.
 * - `clusterExtension` makes the objects by which OLM v1 installs a bundle.
 * - `plan.ts` checks the options (`options.ts`, `shape.ts`), `synthesize.ts` has the objects of the charts,
 *   `cluster-service-version.ts` what OLM reads of them: `strategy.ts`, `owned-kinds.ts`, `webhook-definitions.ts`;
 *   `manifest-objects.ts` what it applies as it is.
 *
 * @module
 */
export { olmBundle } from './bundle.ts';
export { type CatalogBundle, olmCatalog } from './catalog.ts';
export { clusterExtension, type ClusterExtensionOptions } from './cluster-extension.ts';
export type {
  ClusterServiceVersion,
  OlmBundle,
  OlmBundleOptions,
  OlmCapabilities,
  OlmInstallMode,
  OlmShownData,
} from './options.ts';
export { ourBundles, ourCatalog } from './our-bundles.ts';
export { shownByPackage } from './shown-by-package.ts';
export { writeFolder } from './write-folder.ts';
export type { PlainObject } from '../objects/index.ts';
