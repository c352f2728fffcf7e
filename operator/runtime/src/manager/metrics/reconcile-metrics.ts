import type { Clock } from '../../base/index.ts';
import type { ReconcileObserver, ReconcileResult } from '../../controller/index.ts';
import type { Families } from './prom-client.ts';
import type { RunningWork } from './running-work.ts';

/** The controller whose reconciles are measured. */
interface Measured {
  readonly controller: string;
  /** The maximum number of concurrent reconciles of the controller. */
  readonly workers: number;
  readonly running: RunningWork;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** The metrics `controller_runtime_*`. */
interface ReconcileFamilies {
  createObserver(measured: Measured): ReconcileObserver;
}

const results: readonly ReconcileResult[] = ['success', 'error', 'requeue', 'requeue_after'];

/** Histogram buckets in seconds, as in controller-runtime. */
const buckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

export function createReconcileMetrics(families: Families): ReconcileFamilies {
  const labelNames = ['controller'] as const;
  const counter = (name: string, help: string): ReturnType<typeof families.counter<'controller'>> =>
    families.counter({ name: `controller_runtime_${name}`, help, labelNames });
  const gauge = (name: string, help: string): ReturnType<typeof families.gauge<'controller'>> =>
    families.gauge({ name: `controller_runtime_${name}`, help, labelNames });

  const total = families.counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Reconciles, by result.',
    labelNames: ['controller', 'result'],
  });
  const errors = counter('reconcile_errors_total', 'Reconciles that failed.');
  const terminal = counter('terminal_reconcile_errors_total', 'Reconciles that failed and are not retried.');
  const panics = counter(
    'reconcile_panics_total',
    'Reconciles that failed with an uncaught error, such as a TypeError.',
  );
  const timeouts = counter('reconcile_timeouts_total', 'Reconciles that timed out.');
  const time = families.histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'Duration of reconciles.',
    labelNames,
    buckets,
  });
  const most = gauge(
    'max_concurrent_reconciles',
    'Maximum number of objects that a controller reconciles concurrently.',
  );
  const active = gauge('active_workers', 'Objects that a controller is reconciling.');

  return {
    createObserver({ controller, workers, running, clock }) {
      for (const result of results) total.inc({ controller, result }, 0);
      for (const family of [errors, terminal, panics, timeouts]) family.inc({ controller }, 0);
      time.zero({ controller });
      most.set({ controller }, workers);
      active.set({ controller }, 0);
      const showActive = (): void => {
        active.set({ controller }, running.size);
      };
      return {
        onStarted() {
          running.begin(clock.monotonic());
          showActive();
        },
        onFinished(result, ms) {
          running.end(clock.monotonic() - ms);
          showActive();
          total.inc({ controller, result });
          if (result === 'error') errors.inc({ controller });
          time.observe({ controller }, ms / 1000);
        },
        onTerminalError: () => {
          terminal.inc({ controller });
        },
        onUncaughtError: () => {
          panics.inc({ controller });
        },
        onTimedOut: () => {
          timeouts.inc({ controller });
        },
      };
    },
  };
}
