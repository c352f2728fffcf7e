/**
 * Metrics: what a process tells Prometheus, under controller-runtime's names.
 *
 * - `metrics`: the registry, and one small typed object for each part of the runtime that has something to tell
 * - `reconcile-metrics`, `queue-metrics`, `client-metrics`, `election-metrics`, `cache-metrics`, `certificate-metrics`:
 *   the families
 * - `author-metrics`: those that controllers declare
 * - `running-work`: how long unfinished work has been going on
 * - `families`: the one place that makes prom-client's objects
 *
 * @module
 */
export { registerCounters, registerObjectGauges } from './author-metrics.ts';
export { createMetrics, type ControllerMetrics, type Metrics } from './metrics.ts';
export type { CacheMetrics } from './cache-metrics.ts';
export type { ClientMetrics } from './client-metrics.ts';
export type { QueueMetrics } from './queue-metrics.ts';
export type { ReconcileMetrics, ReconcileResult } from './reconcile-metrics.ts';
