/**
 * Metrics: Prometheus metrics of a process, with controller-runtime's names.
 *
 * - `metrics`: the registry, and one observer for each measured part of the runtime
 * - `reconcile-metrics`, `queue-metrics`, `client-metrics`, `webhook-metrics`, `conversion-metrics`: the larger
 *   families; `metrics` has the smaller ones
 * - `author-metrics`: metrics that controllers declare
 * - `running-work`: how long unfinished work has been running
 * - `prom-client`: creates all prom-client objects
 *
 * @module
 */
export { registerCounters, registerObjectGauges } from './author-metrics.ts';
export type { ConversionMetrics } from './conversion-metrics.ts';
export { createMetrics, type CacheMetrics, type Metrics } from './metrics.ts';
