import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { createMetrics } from './metrics.ts';

interface Family {
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly help: string;
  /** The buckets of a histogram; absent for other types. */
  readonly buckets?: readonly number[];
}

/** Properties of a prom-client metric that its types do not declare. */
interface Registered {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labelNames: readonly string[];
  readonly upperBounds?: readonly number[];
}

/** The families that a process registers, without those of Node itself. */
async function collectRegistered(): Promise<readonly Family[]> {
  const { registry, forWebhooks, forConversions } = createMetrics(createFakeClock());
  forWebhooks();
  forConversions();
  const types = new Map((await registry.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]));
  const metrics = registry.getMetricsAsArray() as unknown as readonly Registered[];
  return metrics
    .filter(({ name }) => !/^(process|nodejs)_/.test(name))
    .map(({ name, help, labelNames, upperBounds }) => ({
      name,
      type: types.get(name) ?? '',
      labels: labelNames,
      help,
      ...(upperBounds && { buckets: upperBounds }),
    }));
}

const reconcileSeconds = [
  ...[
    0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75,
  ],
  ...[2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60],
];
const queueSeconds = Array.from({ length: 12 }, (_, index) => 10 ** (index - 8));
const webhookSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const callSeconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const callBytes = [64, 256, 512, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];

/** The metrics that dashboards for controller-runtime query: name, type, labels, buckets. */
const expected: Readonly<
  Record<string, readonly [type: string, labels: readonly string[], buckets?: readonly number[]]>
> = {
  controller_runtime_reconcile_total: ['counter', ['controller', 'result']],
  controller_runtime_reconcile_errors_total: ['counter', ['controller']],
  controller_runtime_terminal_reconcile_errors_total: ['counter', ['controller']],
  controller_runtime_reconcile_panics_total: ['counter', ['controller']],
  controller_runtime_reconcile_timeouts_total: ['counter', ['controller']],
  controller_runtime_reconcile_time_seconds: ['histogram', ['controller'], reconcileSeconds],
  controller_runtime_max_concurrent_reconciles: ['gauge', ['controller']],
  controller_runtime_active_workers: ['gauge', ['controller']],
  controller_runtime_webhook_requests_total: ['counter', ['webhook', 'code']],
  controller_runtime_webhook_latency_seconds: ['histogram', ['webhook'], webhookSeconds],
  controller_runtime_webhook_requests_in_flight: ['gauge', ['webhook']],
  controller_runtime_webhook_panics_total: ['counter', []],
  controller_runtime_conversion_webhook_panics_total: ['counter', []],
  conversion_objects_total: ['counter', ['conversion']],
  conversion_failures_total: ['counter', ['conversion', 'reason']],
  storage_migration_objects_left: ['gauge', ['conversion']],
  storage_migration_objects_total: ['counter', ['conversion']],
  workqueue_depth: ['gauge', ['name', 'controller', 'priority']],
  workqueue_adds_total: ['counter', ['name', 'controller']],
  workqueue_retries_total: ['counter', ['name', 'controller']],
  workqueue_queue_duration_seconds: ['histogram', ['name', 'controller'], queueSeconds],
  workqueue_work_duration_seconds: ['histogram', ['name', 'controller'], queueSeconds],
  workqueue_unfinished_work_seconds: ['gauge', ['name', 'controller']],
  workqueue_longest_running_processor_seconds: ['gauge', ['name', 'controller']],
  rest_client_requests_total: ['counter', ['code', 'method', 'host']],
  rest_client_request_duration_seconds: ['histogram', ['verb', 'host'], callSeconds],
  rest_client_request_size_bytes: ['histogram', ['verb', 'host'], callBytes],
  rest_client_response_size_bytes: ['histogram', ['verb', 'host'], callBytes],
  rest_client_request_retries_total: ['counter', ['code', 'verb', 'host']],
  leader_election_master_status: ['gauge', ['name']],
  leader_election_slowpath_total: ['counter', ['name']],
  certwatcher_read_certificate_total: ['counter', []],
  certwatcher_read_certificate_errors_total: ['counter', []],
  cache_sync_timeouts_total: ['counter', ['kind']],
};

describe('the metrics of a process', () => {
  it('have exactly the names, types, labels and buckets that dashboards query', async () => {
    const families = await collectRegistered();
    expect(families.map(({ name }) => name).sort()).toEqual(Object.keys(expected).sort());
    for (const { name, type, labels, buckets = [] } of families) {
      const [expectedType, expectedLabels, expectedBuckets = []] = expected[name] ?? [];
      expect([name, type, labels]).toEqual([name, expectedType, expectedLabels]);
      expect([name, buckets.length]).toEqual([name, expectedBuckets.length]);
      for (const [index, bound] of buckets.entries()) expect(bound / (expectedBuckets[index] ?? 0)).toBeCloseTo(1, 9);
    }
  });

  it('are all in the docs, each with its type, its labels and its meaning', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../../docs/metrics.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (\w+) +\| (.*?) +\| (.*?) +\|$/gm)].map(
      ([, name, type, labels = '', help]) => ({
        name,
        type,
        labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
        help,
      }),
    );
    const families = (await collectRegistered()).map(({ name, type, labels, help }) => ({ name, type, labels, help }));
    const byName = (a: { name: string | undefined }, b: { name: string | undefined }): number =>
      (a.name ?? '').localeCompare(b.name ?? '');
    expect(rows.toSorted(byName)).toEqual(families.toSorted(byName));
  });
});
