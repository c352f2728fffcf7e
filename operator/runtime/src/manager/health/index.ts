/**
 * Health: what `/healthz` and `/readyz` answer.
 *
 * - `health-endpoint`: checks by name, answered as the API server answers its own
 * - `cache-health`: whether the caches are filled, kind by kind
 * - `own-conversions`: a process that its own caches wait for
 * - `election-health`: whether this process can take part in the leader election
 *
 * @module
 */
export { watchCacheHealth } from './cache-health.ts';
export { createElectionHealth, type ElectionHealth } from './election-health.ts';
export { apartFromOwnConversions } from './own-conversions.ts';
export { healthEndpoint, type Checks } from './health-endpoint.ts';
