/**
 * A Helm chart of any operator. Its templates are written by hand, in `infra/helm`.
 *
 * - `helmChart` packs it, `valuesOf` makes the values of an environment, `synthesized` makes what a release must have
 * - `values.ts`: each value, and the option of an environment that it sets, and values that are refused with what to set instead;
 *   `values-file.ts`: values.yaml and its schema
 * - `chart-data.ts`: what templates read besides the declaration and the values
 *
 * @module
 */
export { type Installation, synthesized, type Synthesized } from './chart-data.ts';
export { helmChart, type HelmChart } from './helm-chart.ts';
export { type HelmRelease, valuesOf } from './values.ts';
