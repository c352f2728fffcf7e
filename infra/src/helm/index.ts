/**
 * A Helm chart of any operator, made from what the constructs make of an environment.
 *
 * - `helmChart` makes it, `valuesOf` says the release of an environment, `synthesized` what the constructs make of it
 * - `options/`: what can be given, with samples of it
 * - `chosen-values.ts`, `fitting.ts`, `known.ts`: sets of values, and what the constructs make of them
 * - `template/`: templates that are the same as all of these; `learn-chart.ts` makes them, `difference.ts` checks them
 * - `view.ts`: what templates compute from
 * - `write/`, `chart-files.ts`, `chart-texts.ts`, `values-schema.ts`, `refused.ts`: the files of the chart
 *
 * @module
 */
export { helmChart, type HelmChart } from './helm-chart.ts';
export { synthesized, type Synthesized } from './synthesized.ts';
export { type HelmRelease, valuesOf } from './values-of.ts';
export type { Installation } from './view.ts';
