/**
 * Manager: the life of a process.
 *
 * - `operate`: the story: start, lead, stop; made of `assemble` (the parts of an `operator-definition`), `serve` (its HTTP
 *   servers) and `lead` (who may write, and for how long)
 * - `tools`: what controllers find beside their handles: settings, counters, and what they use
 * - `settings`: flags and environment variables, from one typed table
 * - `signals`: SIGTERM and SIGINT as an AbortSignal; `failure-stop`: so is what fails though nobody expects it to
 * - `logging`: where log lines go (with `error-fields`, `without-secrets`, `text-line`)
 * - `election`: one leader among the replicas, by a Lease; `write-fence`: the last look at the clock before a call,
 *   after that of the gateway through which every write goes (room `reconcile`)
 * - `metrics`: what Prometheus scrapes
 * - `health`, `http-server`: `/healthz`, `/readyz` and `/metrics`; `cache-health`, `election-health`: what `/readyz` says
 * - `limited-server`: how much of a server one client may use (with `connections`, `peer`)
 * - `secure-metrics`: `/metrics` by TLS, for who may read them
 *
 * @module
 */
export {
  alwaysLeading,
  runElection,
  type ElectionObserver,
  type ElectionOptions,
  type Leadership,
  type LeaseTiming,
} from './election/index.ts';
export { healthEndpoint, textEndpoint, type Answer, type Check, type Checks, type Endpoint } from './health.ts';
export { startHttpServers, type HttpServers, type HttpServersOptions, type Listener } from './http-server.ts';
export { leadAlone } from './lead.ts';
export { createLogger, type LogFormat, type LoggerOptions, type LogLevel } from './logging.ts';
export {
  createMetrics,
  type ControllerMetrics,
  type Metrics,
  type QueueMetrics,
  type ReconcileMetrics,
  type ReconcileResult,
} from './metrics/index.ts';
export {
  parseSettings,
  thisHost,
  type Host,
  type ParseOptions,
  type Settings,
  type SettingsWith,
  type Variables,
} from './settings/index.ts';
export { operate } from './operate.ts';
export { checkOperator, settingsOf } from './operator-definition.ts';
export { createTools } from './tools.ts';
export { WriteFence } from './write-fence.ts';
export { listenForStop, type SignalSource, type StopRequest } from './signals.ts';
