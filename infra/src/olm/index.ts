/**
 * What the Operator Lifecycle Manager installs an operator from.
 *
 * - `buildOlmBundle` makes the bundle of one version, from the objects that the constructs synthesize; `renderOlmCatalog` a file-based
 *   catalog of bundles; `writeFolder` writes either. `parsePackageJson` takes from a `package.json` what a console shows.
 * - `buildClusterExtension` makes the objects by which OLM v1 installs a bundle.
 * - `plan.ts` checks the options, `deployed.ts` has the objects of the charts: OLM applies some as they are; from the others comes
 *   the `cluster-service-version.ts`.
 *
 * @module
 */
export { type OlmBundle, buildOlmBundle, writeFolder } from './bundle.ts';
export {
  type CatalogBundle,
  buildClusterExtension,
  type ClusterExtensionOptions,
  renderOlmCatalog,
} from './catalog.ts';
export type { ClusterServiceVersion } from './cluster-service-version.ts';
export type { OlmBundleOptions, OlmCapabilities, OlmInstallMode, OlmShownData } from '../options/index.ts';
export { buildOurBundles, renderOurCatalog, parsePackageJson } from './our-bundles.ts';
export type { PlainObject } from '@kubewright/declaration';
