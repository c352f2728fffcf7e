/**
 * A Helm chart of any operator. Its templates are written by hand, in `infra/helm`.
 *
 * - `buildHelmChart` packs it, `buildHelmRelease` makes the values of an environment, `synthInstallation` makes what a release must have
 * - `values.ts`: each value, and the option of an environment that it sets, and values that are refused with what to set instead;
 *   `values-file.ts`: values.yaml and its schema
 * - `chart-data.ts`: what templates read besides the declaration and the values
 *
 * @module
 */
export { type Installation, synthInstallation, type SynthResult } from './chart-data.ts';
export { buildHelmChart, type HelmChart } from './helm-chart.ts';
export { type HelmRelease, buildHelmRelease } from './values.ts';
