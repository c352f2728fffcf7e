/**
 * Bundles and catalogs from which the Operator Lifecycle Manager installs an operator.
 *
 * - `buildOlmBundle` builds the bundle of one version, from the objects of the constructs; `renderOlmCatalog` renders
 *   a file-based catalog of bundles; `writeFolder` writes either. `parsePackageJson` reads metadata for consoles from a
 *   `package.json`.
 * - `buildClusterExtension` builds the objects that install a bundle with OLM v1.
 * - `plan.ts` validates the options, `deployed-objects.ts` synthesizes the charts: OLM applies some objects
 *   unchanged; `cluster-service-version.ts` contains the others.
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
