/**
 * Metrics: what Prometheus scrapes from a process, under controller-runtime's names.
 *
 * - `metrics`: the registry, and one observer for each part of the runtime that is measured
 * - `reconcile-metrics`, `queue-metrics`, `client-metrics`, `webhook-metrics`,
 *   `conversion-metrics`: the larger families; the smaller ones are in `metrics`
 * - `author-metrics`: those that controllers declare
 * - `running-work`: how long unfinished work has been going on
 * - `prom-client`: the one place that makes prom-client's objects
 *
 * @module
 */
export { registerCounters, registerObjectGauges } from './author-metrics.ts';
export type { ConversionMetrics } from './conversion-metrics.ts';
export { createMetrics, type CacheMetrics, type Metrics } from './metrics.ts';
