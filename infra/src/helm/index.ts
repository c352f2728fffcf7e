/**
 * A Helm chart of any operator. Its templates in `infra/helm` are written by hand.
 *
 * - `buildHelmChart` packs it, `buildHelmRelease` computes the values of an environment, `synthInstallation` the
 *   objects that a release must contain
 * - `values.ts`: each value with the environment option that it sets, and rejected values with their alternatives;
 *   `values-file.ts`: values.yaml and its schema
 * - `chart-data.ts`: the data that templates read besides the declaration and the values
 *
 * @module
 */
export { type Installation, synthInstallation, type SynthResult } from './chart-data.ts';
export { buildHelmChart, type HelmChart } from './helm-chart.ts';
export { type HelmRelease, buildHelmRelease } from './values.ts';
