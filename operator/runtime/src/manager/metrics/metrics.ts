import { collectDefaultMetrics, Registry } from 'prom-client';

import { type Clock, OperatorError } from '../../base/index.ts';
import type { CertificateObserver } from '../../certificates/index.ts';
import type { ElectionObserver } from '../election/index.ts';
import { cacheFamilies, type CacheMetrics } from './cache-metrics.ts';
import { certificateFamilies } from './certificate-metrics.ts';
import { clientFamilies, type ClientMetrics } from './client-metrics.ts';
import { electionFamilies } from './election-metrics.ts';
import { familiesOf } from './families.ts';
import { queueFamilies, type QueueMetrics } from './queue-metrics.ts';
import { reconcileFamilies, type ReconcileMetrics } from './reconcile-metrics.ts';
import { RunningWork } from './running-work.ts';

/** What one controller tells about itself. */
export interface ControllerMetrics {
  readonly queue: QueueMetrics;
  readonly reconcile: ReconcileMetrics;
}

/** The numbers of one process, under controller-runtime's names, so that dashboards made for it work. */
export interface Metrics {
  /** prom-client's registry of this process: authors register metrics of their own here. */
  readonly registry: Registry;
  /** For the `Content-Type` of `text`. */
  readonly contentType: string;
  /** The metrics of one controller, all of them 0 at first. Errors: `DECLARATION_INVALID` if it has some already. */
  forController(name: string, options: { readonly workers: number }): ControllerMetrics;
  /** Takes note of calls to the API server: for `HttpTransportOptions`. */
  readonly client: ClientMetrics;
  /** Takes note of the leader election: `ElectionOptions.observer`. */
  readonly election: Pick<ElectionObserver, 'leading' | 'slowPath'>;
  /** Takes note of looks at a certificate. */
  readonly certificate: CertificateObserver;
  readonly caches: CacheMetrics;
  /** Everything in Prometheus' text format. */
  text(): Promise<string>;
}

/** Sums of families that are there, too. Their names say that they only grow, which linters find fault with. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** Makes a registry with all families, and those of the process and of Node itself. */
export function createMetrics(clock: Pick<Clock, 'monotonic'>): Metrics {
  const registry = new Registry();
  const families = familiesOf(registry);
  const queues = queueFamilies(families);
  const reconciles = reconcileFamilies(families);
  const running = new Map<string, RunningWork>();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);

  return {
    registry,
    contentType: registry.contentType,
    forController(controller, { workers }) {
      if (running.has(controller)) {
        const hint = 'two controllers have this name; give each a name of its own';
        throw new OperatorError('DECLARATION_INVALID', `measure controller ${controller}`, { hint });
      }
      const work = new RunningWork();
      running.set(controller, work);
      return {
        queue: queues.of(controller),
        reconcile: reconciles.of({ controller, workers, running: work, clock }),
      };
    },
    client: clientFamilies(families),
    election: electionFamilies(families),
    certificate: certificateFamilies(families),
    caches: cacheFamilies(families),
    async text() {
      const nowMs = clock.monotonic();
      for (const [controller, work] of running) queues.refresh(controller, work, nowMs);
      return registry.metrics();
    },
  };
}
