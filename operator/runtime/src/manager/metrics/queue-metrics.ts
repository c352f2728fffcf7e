import type { QueueObserver } from '../../queue/index.ts';
import { type Families, promClient } from './prom-client.ts';
import type { RunningWork } from './running-work.ts';

/** The metrics `workqueue_*`, with the names of client-go and controller-runtime. */
interface QueueFamilies {
  createObserver(controller: string): QueueObserver;
  /** Updates the gauges that depend on time. Called before each scrape. */
  refresh(controller: string, running: RunningWork, nowMs: number): void;
}

/** Histogram buckets in seconds, 10 ns to 1000 s, as in client-go. */
const buckets = promClient.exponentialBuckets(1e-8, 10, 12);

export function createQueueMetrics(families: Families): QueueFamilies {
  const labelNames = ['name', 'controller'] as const;
  const depth = families.gauge({
    name: 'workqueue_depth',
    help: 'Keys that are due and wait for a worker.',
    labelNames: [...labelNames, 'priority'],
  });
  const adds = families.counter({ name: 'workqueue_adds_total', help: 'Keys that became due.', labelNames });
  const retries = families.counter({
    name: 'workqueue_retries_total',
    help: 'Keys requeued with backoff after a failure.',
    labelNames,
  });
  const waited = families.histogram({
    name: 'workqueue_queue_duration_seconds',
    help: 'Time that due keys wait for a worker.',
    labelNames,
    buckets,
  });
  const worked = families.histogram({
    name: 'workqueue_work_duration_seconds',
    help: 'Time that a worker takes for a key.',
    labelNames,
    buckets,
  });
  const unfinished = families.gauge({
    name: 'workqueue_unfinished_work_seconds',
    help: 'Time spent so far on all keys in progress; grows if workers are stuck.',
    labelNames,
  });
  const longest = families.gauge({
    name: 'workqueue_longest_running_processor_seconds',
    help: 'Time spent so far on the key that has been in progress the longest.',
    labelNames,
  });

  return {
    createObserver(controller) {
      const labels = { name: controller, controller };
      const children = {
        adds: adds.labels(labels),
        retries: retries.labels(labels),
        waited: waited.labels(labels),
        worked: worked.labels(labels),
      };
      const ofPriority = new Map<number, { set(value: number): void }>();
      const showDepth = (value: number, priority: number): void => {
        const child = ofPriority.get(priority) ?? depth.labels({ ...labels, priority: String(priority) });
        ofPriority.set(priority, child);
        child.set(value);
      };
      showDepth(0, 0);
      children.adds.inc(0);
      children.retries.inc(0);
      waited.zero(labels);
      worked.zero(labels);
      return {
        onAdded: () => {
          children.adds.inc();
        },
        onDepth: showDepth,
        onWaited: (ms) => {
          children.waited.observe(ms / 1000);
        },
        onRetried: () => {
          children.retries.inc();
        },
        onWorked: (ms) => {
          children.worked.observe(ms / 1000);
        },
      };
    },
    refresh(controller, running, nowMs) {
      const labels = { name: controller, controller };
      unfinished.set(labels, running.computeTotalMs(nowMs) / 1000);
      longest.set(labels, running.computeLongestMs(nowMs) / 1000);
    },
  };
}
