/**
 * Manager: the life of a process.
 *
 * - `operate`: runs the process: start, lead, stop
 * - `assemble`: the parts of a process, from an `operator-definition` and the settings
 * - `create-webhooks`: its webhooks; `migrations`: what the leader does for kinds with several versions
 * - `serve`: its HTTP servers; `lead`: who may write, and for how long
 * - `injected`: what a reconcile gets beside its handles: settings, counters, dependencies
 * - `signals`: SIGTERM and SIGINT as an AbortSignal; `failure-stop`: an unexpected failure as one
 *
 * It is built from these rooms; each imports only from those on its left:
 *
 * ```text
 * logging, election, http <- settings, metrics <- health, secure-metrics <- webhooks <- the life of a process
 * ```
 *
 * - `logging`: where log lines go, without secrets
 * - `election`: one leader among the replicas, by a Lease; the write fence, which checks the renew deadline before each
 *   write
 * - `http`: servers that keep working whatever a client does: `http-server`, with limits (`limited-server`,
 *   `connections`) for each `endpoint`
 * - `settings`: flags and environment variables, from one typed table: `parse-settings` reads them, `complete-settings` adds
 *   the defaults that depend on where the process runs
 * - `metrics`: what Prometheus scrapes
 * - `health`: what `/healthz` and `/readyz` answer: `health-endpoint`, with checks of the caches and of the election
 * - `secure-metrics`: `/metrics` over TLS, for clients that RBAC allows to read it: `scrape-guard` decides by the answers of
 *   the API server (`reviews`), which it keeps for a while (`verdicts`) and limits (`review-queue`, `peers`)
 * - `webhooks`: what an API server asks before it stores an object: `webhooks` is their life, `webhook-server` answers,
 *   `certificate-source` and `own-certificates` have the certificates, `ca-bundle-keeper` that API servers trust them
 *
 * @module
 */
export { WriteFence } from './election/index.ts';
export { leadAlone } from './lead.ts';
export { createLogger } from './logging/index.ts';
export { createMetrics } from './metrics/index.ts';
export { operate } from './operate.ts';
export { checkOperator, mergeSettings } from './operator-definition.ts';
export { Injected } from './injected.ts';
export { webhookSettings } from './webhooks/webhook-settings.ts';
