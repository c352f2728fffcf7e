/**
 * Manager: the life of a process.
 *
 * - `operate`: the story: start, lead, stop
 * - `assemble`: the parts of a process, from an `operator-definition` and the settings
 * - `serve`: its HTTP servers; `lead`: who may write, and for how long
 * - `injected`: what controllers find beside their handles: settings, counters, and what they use
 * - `signals`: SIGTERM and SIGINT as an AbortSignal; `failure-stop`: so is what fails though nobody expects it to
 *
 * It stands on inner rooms, in this order; imports go to the left only:
 *
 * ```text
 * logging, election, http <- settings, metrics <- health, secure-metrics <- the life of a process
 * ```
 *
 * - `logging`: where log lines go, without secrets
 * - `election`: one leader among the replicas, by a Lease; the last check of its deadline before a call
 * - `http`: servers that hold however a client behaves
 * - `settings`: flags and environment variables, from one typed table
 * - `metrics`: what Prometheus scrapes
 * - `health`: what `/healthz` and `/readyz` answer
 * - `secure-metrics`: `/metrics` by TLS, for who may read them
 *
 * @module
 */
export { WriteFence } from './election/index.ts';
export { leadAlone } from './lead.ts';
export { createLogger } from './logging/index.ts';
export { createMetrics } from './metrics/index.ts';
export { operate } from './operate.ts';
export { checkOperator, settingsOf } from './operator-definition.ts';
export { Injected } from './injected.ts';
