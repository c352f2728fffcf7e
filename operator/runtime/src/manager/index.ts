/**
 * Manager: the lifecycle of a process.
 *
 * - `operate`: runs the process: start, lead, stop
 * - `assemble`: the parts of a process, from an `operator-definition` and the settings
 * - `create-webhooks`: its webhooks; `migrations`: the leader's work for kinds with several versions
 * - `serve`: its HTTP servers; `lead`: which process may write, and for how long
 * - `injected`: settings, counters and dependencies for reconciles
 * - `signals`: SIGTERM and SIGINT as an AbortSignal; `failure-stop`: an unexpected failure as one
 *
 * Each of its modules imports only from those on its left:
 *
 * ```text
 * logging, election, http <- settings, metrics <- health, secure-metrics <- webhooks <- the process
 * ```
 *
 * - `logging`: log output, without secrets
 * - `election`: one leader among the replicas, via a Lease; the write fence, which checks the renew deadline before
 *   each write
 * - `http`: servers that withstand malicious clients: `http-server`, with limits (`limited-server`, `connections`) for
 *   each `endpoint`
 * - `settings`: flags and environment variables, from one typed table: `parse-settings` parses them,
 *   `complete-settings` adds defaults that depend on the environment
 * - `metrics`: Prometheus metrics
 * - `health`: `/healthz` and `/readyz`: `health-endpoint`, with checks of the caches and the election
 * - `secure-metrics`: `/metrics` over TLS, for clients with RBAC permission: `scrape-guard` asks the API server
 *   (`reviews`), caches its responses (`verdicts`) and limits the reviews (`review-queue`, `peers`)
 * - `webhooks`: admission and conversion webhooks: `webhooks` is their lifecycle, `webhook-server` responds,
 *   `certificate-source` and `own-certificates` provide the certificates, `ca-bundle-keeper` keeps `caBundle` current
 *
 * @module
 */
export { WriteFence } from './election/index.ts';
export { leadAlone } from './lead.ts';
export { createLogger } from './logging/index.ts';
export { createMetrics } from './metrics/index.ts';
export { operate } from './operate.ts';
export { checkOperator, listApis, mergeSettings } from './operator-definition.ts';
export { Injected } from './injected.ts';
export type { NamespacesOptions } from './selected-namespaces.ts';
export { webhookSettings } from './webhooks/webhook-settings.ts';
