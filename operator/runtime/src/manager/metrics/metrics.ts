import type { Registry } from 'prom-client';

import type { ReviewObserver } from '../../admission/index.ts';
import type { Clock } from '../../base/index.ts';
import type { CertificateObserver } from '../../certificates/index.ts';
import type { ReconcileObserver } from '../../controller/index.ts';
import type { QueueObserver } from '../../queue/index.ts';
import type { ElectionObserver } from '../election/index.ts';
import { createClientMetrics, type ClientMetrics } from './client-metrics.ts';
import { type ConversionFamilies, createConversionMetrics } from './conversion-metrics.ts';
import { measureEventLoopDelay } from './event-loop-delay.ts';
import { collectProcessMetrics, type Families, createFamilies, promClient } from './prom-client.ts';
import { createQueueMetrics } from './queue-metrics.ts';
import { createReconcileMetrics } from './reconcile-metrics.ts';
import { RunningWork } from './running-work.ts';
import { createWebhookMetrics } from './webhook-metrics.ts';

/** The metrics that one controller reports. */
interface ControllerMetrics {
  readonly queue: QueueObserver;
  readonly reconcile: ReconcileObserver;
}

/** The metrics of one process, with controller-runtime's names, so that its dashboards work. */
export interface Metrics {
  /** prom-client's registry of this process, in which authors can register their own metrics. */
  readonly registry: Registry;
  /** The value of the `Content-Type` header for `renderText`. */
  readonly contentType: string;
  /** Creates the metrics of one controller, with initial values of 0. */
  forController(name: string, options: { readonly workers: number }): ControllerMetrics;
  /** Records calls to the API server; pass it to `HttpTransportOptions`. */
  readonly client: ClientMetrics;
  /** Records the leader election; pass it as `ElectionOptions.observer`. */
  readonly election: Pick<ElectionObserver, 'onLeading' | 'onSlowpath'>;
  /** Records each read of certificate files. */
  readonly certificate: CertificateObserver;
  readonly caches: CacheMetrics;
  /** Creates the metrics of webhook requests. Without a call they do not exist. */
  forWebhooks(): ReviewObserver;
  /** Creates the metrics of conversions and migrations. Without a call they do not exist. */
  forConversions(): ConversionFamilies;
  /** Renders all metrics in Prometheus' text format. */
  renderText(): Promise<string>;
}

/**
 * Gauges of prom-client that are sums of others. They are removed, because metric linters allow `_total` only for
 * counters.
 */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/**
 * Creates a registry with all metrics of an operator, and prom-client's default metrics of the process and of Node.js.
 */
export function createMetrics(clock: Pick<Clock, 'monotonic'>): Metrics {
  const registry = new promClient.Registry();
  const families = createFamilies(registry);
  const queues = createQueueMetrics(families);
  const reconciles = createReconcileMetrics(families);
  const running = new Map<string, RunningWork>();
  let conversions: ConversionFamilies | undefined;
  collectProcessMetrics(registry);
  const refreshDelay = measureEventLoopDelay(registry);
  for (const name of misnamed) registry.removeSingleMetric(name);

  return {
    registry,
    contentType: registry.contentType,
    forController(controller, { workers }) {
      const work = new RunningWork();
      running.set(controller, work);
      return {
        queue: queues.createObserver(controller),
        reconcile: reconciles.createObserver({ controller, workers, running: work, clock }),
      };
    },
    client: createClientMetrics(families),
    election: createElectionMetrics(families),
    certificate: createCertificateMetrics(families),
    caches: createCacheMetrics(families),
    forWebhooks: () => createWebhookMetrics(families, clock),
    forConversions: () => (conversions ??= createConversionMetrics(families)),
    async renderText() {
      refreshDelay();
      const nowMs = clock.monotonic();
      for (const [controller, work] of running) queues.refresh(controller, work, nowMs);
      return registry.metrics();
    },
  };
}

/** Receives the state of the caches, for metrics. */
export interface CacheMetrics {
  /** Called for each kind with a cache, so that its counter starts at 0. */
  onKnown(kind: string): void;
  /** Called when a cache of this kind was not synced in time. */
  onLate(kind: string): void;
}

/**
 * Creates the metric of the caches. controller-runtime has none, because its process ends when a cache does not sync in
 * time.
 */
function createCacheMetrics(families: Families): CacheMetrics {
  const late = families.counter({
    name: 'cache_sync_timeouts_total',
    help: 'Caches that were not filled in time, by kind.',
    labelNames: ['kind'],
  });
  return {
    onKnown: (kind) => {
      late.inc({ kind }, 0);
    },
    onLate: (kind) => {
      late.inc({ kind });
    },
  };
}

/** Creates the metrics `certwatcher_*`, which count reads of certificate files. */
function createCertificateMetrics(families: Families): CertificateObserver {
  const reads = families.counter({
    name: 'certwatcher_read_certificate_total',
    help: 'Reads of certificate files.',
    labelNames: [],
  });
  const errors = families.counter({
    name: 'certwatcher_read_certificate_errors_total',
    help: 'Reads of certificate files that failed, or found an invalid certificate.',
    labelNames: [],
  });
  return {
    onRead: () => {
      reads.inc();
    },
    onFailed: () => {
      reads.inc();
      errors.inc();
    },
  };
}

/** Creates the metrics `leader_election_*`. */
function createElectionMetrics(families: Families): Pick<ElectionObserver, 'onLeading' | 'onSlowpath'> {
  const labelNames = ['name'] as const;
  const master = families.gauge({
    name: 'leader_election_master_status',
    help: '1 while this process is the leader, else 0.',
    labelNames,
  });
  const slowPath = families.counter({
    name: 'leader_election_slowpath_total',
    help: 'Renewals that had to read the Lease first.',
    labelNames,
  });
  return {
    onLeading(name, leads) {
      master.set({ name }, leads ? 1 : 0);
      slowPath.inc({ name }, 0);
    },
    onSlowpath(name) {
      slowPath.inc({ name });
    },
  };
}
