import { Counter } from 'prom-client';
import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { createMetrics, type Metrics } from './metrics.ts';

/** The samples whose line starts with `prefix`, without it. */
async function listSamples(metrics: Metrics, prefix: string): Promise<string[]> {
  const lines = (await metrics.renderText()).split('\n');
  return lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length));
}

async function findValue(metrics: Metrics, sample: string): Promise<string | undefined> {
  const [found] = await listSamples(metrics, `${sample} `);
  return found;
}

const ofController = 'controller="web-server"';
const ofQueue = 'name="web-server",controller="web-server"';

describe('metrics of a controller', () => {
  it('start at 0', async () => {
    const metrics = createMetrics(createFakeClock());
    metrics.forController('web-server', { workers: 10 });
    expect(await listSamples(metrics, 'controller_runtime_reconcile_total')).toEqual([
      `{${ofController},result="success"} 0`,
      `{${ofController},result="error"} 0`,
      `{${ofController},result="requeue"} 0`,
      `{${ofController},result="requeue_after"} 0`,
    ]);
    const zeros = [
      `controller_runtime_reconcile_errors_total{${ofController}}`,
      `controller_runtime_terminal_reconcile_errors_total{${ofController}}`,
      `controller_runtime_reconcile_panics_total{${ofController}}`,
      `controller_runtime_reconcile_timeouts_total{${ofController}}`,
      `controller_runtime_reconcile_time_seconds_count{${ofController}}`,
      `controller_runtime_active_workers{${ofController}}`,
      `workqueue_depth{${ofQueue},priority="0"}`,
      `workqueue_adds_total{${ofQueue}}`,
      `workqueue_retries_total{${ofQueue}}`,
      `workqueue_queue_duration_seconds_count{${ofQueue}}`,
      `workqueue_work_duration_seconds_count{${ofQueue}}`,
      `workqueue_unfinished_work_seconds{${ofQueue}}`,
      `workqueue_longest_running_processor_seconds{${ofQueue}}`,
    ];
    for (const sample of zeros) expect([sample, await findValue(metrics, sample)]).toEqual([sample, '0']);
    expect(await findValue(metrics, `controller_runtime_max_concurrent_reconciles{${ofController}}`)).toBe('10');
  });

  it('count how reconciles end and how long they take', async () => {
    const clock = createFakeClock();
    const metrics = createMetrics(clock);
    const { reconcile } = metrics.forController('web-server', { workers: 10 });
    reconcile.onStarted();
    await clock.advance(250);
    reconcile.onFinished('success', 250);
    reconcile.onStarted();
    reconcile.onTerminalError();
    reconcile.onUncaughtError();
    reconcile.onTimedOut();
    reconcile.onFinished('error', 0);
    const counted = {
      'controller_runtime_reconcile_total{controller="web-server",result="success"}': '1',
      'controller_runtime_reconcile_total{controller="web-server",result="error"}': '1',
      [`controller_runtime_reconcile_errors_total{${ofController}}`]: '1',
      [`controller_runtime_terminal_reconcile_errors_total{${ofController}}`]: '1',
      [`controller_runtime_reconcile_panics_total{${ofController}}`]: '1',
      [`controller_runtime_reconcile_timeouts_total{${ofController}}`]: '1',
      [`controller_runtime_reconcile_time_seconds_sum{${ofController}}`]: '0.25',
      [`controller_runtime_reconcile_time_seconds_count{${ofController}}`]: '2',
    };
    for (const [sample, expected] of Object.entries(counted)) {
      expect([sample, await findValue(metrics, sample)]).toEqual([sample, expected]);
    }
  });

  it('show the current work and its duration at each scrape', async () => {
    const clock = createFakeClock();
    const metrics = createMetrics(clock);
    const { reconcile } = metrics.forController('web-server', { workers: 10 });
    const shown = async (): Promise<unknown[]> => [
      await findValue(metrics, `controller_runtime_active_workers{${ofController}}`),
      await findValue(metrics, `workqueue_unfinished_work_seconds{${ofQueue}}`),
      await findValue(metrics, `workqueue_longest_running_processor_seconds{${ofQueue}}`),
    ];
    reconcile.onStarted();
    await clock.advance(1_000);
    reconcile.onStarted();
    await clock.advance(2_000);
    expect(await shown()).toEqual(['2', '5', '3']);
    reconcile.onFinished('success', 3_000);
    expect(await shown()).toEqual(['1', '2', '2']);
  });

  it('show the activity of its queue', async () => {
    const metrics = createMetrics(createFakeClock());
    const { queue } = metrics.forController('web-server', { workers: 10 });
    queue.onAdded();
    queue.onAdded();
    queue.onRetried();
    queue.onDepth(7, 0);
    queue.onDepth(3, -100);
    queue.onWaited(20);
    queue.onWorked(500);
    const shown = {
      [`workqueue_adds_total{${ofQueue}}`]: '2',
      [`workqueue_retries_total{${ofQueue}}`]: '1',
      [`workqueue_depth{${ofQueue},priority="0"}`]: '7',
      [`workqueue_depth{${ofQueue},priority="-100"}`]: '3',
      [`workqueue_queue_duration_seconds_sum{${ofQueue}}`]: '0.02',
      [`workqueue_work_duration_seconds_sum{${ofQueue}}`]: '0.5',
    };
    for (const [sample, expected] of Object.entries(shown)) {
      expect([sample, await findValue(metrics, sample)]).toEqual([sample, expected]);
    }
  });
});

describe('metrics of a process', () => {
  it('count calls to the API server by code, method and host', async () => {
    const metrics = createMetrics(createFakeClock());
    const call = { host: '127.0.0.1:6443', requestBytes: 0 };
    metrics.client.onCall({ ...call, method: 'GET', code: '200', durationMs: 30 });
    metrics.client.onCall({ ...call, method: 'GET', code: '<error>', durationMs: 10 });
    expect(await listSamples(metrics, 'rest_client_requests_total')).toEqual([
      '{code="200",method="GET",host="127.0.0.1:6443"} 1',
      '{code="<error>",method="GET",host="127.0.0.1:6443"} 1',
    ]);
    expect(await listSamples(metrics, 'rest_client_request_duration_seconds_sum')).toEqual([
      '{verb="GET",host="127.0.0.1:6443"} 0.04',
    ]);
  });

  it('measure requests and responses of the API server, and count resent requests', async () => {
    const metrics = createMetrics(createFakeClock());
    const host = '127.0.0.1:6443';
    metrics.client.onCall({ method: 'POST', code: '401', host, durationMs: 1, requestBytes: 300 });
    metrics.client.onRetry({ method: 'POST', code: '401', host });
    metrics.client.onAnswer({ method: 'POST', host, responseBytes: 70_000 });
    const labels = `verb="POST",host="${host}"`;
    expect(await findValue(metrics, `rest_client_request_size_bytes_bucket{le="256",${labels}}`)).toBe('0');
    expect(await findValue(metrics, `rest_client_request_size_bytes_bucket{le="512",${labels}}`)).toBe('1');
    expect(await findValue(metrics, `rest_client_response_size_bytes_sum{${labels}}`)).toBe('70000');
    expect(await findValue(metrics, `rest_client_request_retries_total{code="401",${labels}}`)).toBe('1');
  });

  it('count reads of a certificate, and those that failed', async () => {
    const metrics = createMetrics(createFakeClock());
    const counts = async (): Promise<unknown> => [
      await findValue(metrics, 'certwatcher_read_certificate_total'),
      await findValue(metrics, 'certwatcher_read_certificate_errors_total'),
    ];
    expect(await counts()).toEqual(['0', '0']);
    metrics.certificate.onRead();
    metrics.certificate.onFailed();
    expect(await counts()).toEqual(['2', '1']);
  });

  it('count and time webhook requests, once there are some', async () => {
    const clock = createFakeClock();
    const metrics = createMetrics(clock);
    expect(await metrics.renderText()).not.toContain('webhook');
    const { onBegin, onThrown } = metrics.forWebhooks();
    const path = 'webhook="/validate/cafe"';
    const end = onBegin('/validate/cafe');
    expect(await findValue(metrics, `controller_runtime_webhook_requests_in_flight{${path}}`)).toBe('1');
    await clock.advance(30);
    onThrown('/validate/cafe');
    end(500);
    expect(await findValue(metrics, `controller_runtime_webhook_requests_in_flight{${path}}`)).toBe('0');
    expect(await findValue(metrics, `controller_runtime_webhook_requests_total{${path},code="500"}`)).toBe('1');
    expect(await findValue(metrics, `controller_runtime_webhook_latency_seconds_sum{${path}}`)).toBe('0.03');
    expect(await findValue(metrics, 'controller_runtime_webhook_panics_total')).toBe('1');
  });

  it('show conversions and migrations, by conversion, only in a process that converts', async () => {
    const metrics = createMetrics(createFakeClock());
    expect(await metrics.renderText()).not.toMatch(/conversion|migration/);
    const { conversion, migration } = metrics.forConversions();
    const label = 'conversion="cafe"';
    conversion.onConverted('cafe', 3);
    conversion.onFailed('cafe', 'Unconvertible');
    expect(await findValue(metrics, 'controller_runtime_conversion_webhook_panics_total')).toBe('0');
    conversion.onFailed('cafe', 'Threw');
    expect(await findValue(metrics, `conversion_objects_total{${label}}`)).toBe('3');
    expect(await findValue(metrics, `conversion_failures_total{${label},reason="Unconvertible"}`)).toBe('1');
    expect(await findValue(metrics, `conversion_failures_total{${label},reason="Threw"}`)).toBe('1');
    expect(await findValue(metrics, 'controller_runtime_conversion_webhook_panics_total')).toBe('1');
    migration.onLeft('cafe', 2);
    migration.onRewritten('cafe');
    expect(await findValue(metrics, `storage_migration_objects_left{${label}}`)).toBe('2');
    expect(await findValue(metrics, `storage_migration_objects_total{${label}}`)).toBe('1');
  });

  it('show the leader', async () => {
    const metrics = createMetrics(createFakeClock());
    metrics.election.onLeading('kubewright', false);
    expect(await findValue(metrics, 'leader_election_master_status{name="kubewright"}')).toBe('0');
    expect(await findValue(metrics, 'leader_election_slowpath_total{name="kubewright"}')).toBe('0');
    metrics.election.onLeading('kubewright', true);
    metrics.election.onSlowpath('kubewright');
    expect(await findValue(metrics, 'leader_election_master_status{name="kubewright"}')).toBe('1');
    expect(await findValue(metrics, 'leader_election_slowpath_total{name="kubewright"}')).toBe('1');
  });

  it('include those of the process, of Node, and the author’s own', async () => {
    const metrics = createMetrics(createFakeClock());
    const own = new Counter({ name: 'pets_fed_total', help: 'Pets fed.', registers: [metrics.registry] });
    own.inc(3);
    expect(await findValue(metrics, 'pets_fed_total')).toBe('3');
    expect(Number(await findValue(metrics, 'process_resident_memory_bytes'))).toBeGreaterThan(1e6);
    expect(await listSamples(metrics, 'nodejs_version_info')).toHaveLength(1);
    expect(metrics.contentType).toBe('text/plain; version=0.0.4; charset=utf-8');
  });

  it('are named like counters only if they are counters', async () => {
    const types = (await createMetrics(createFakeClock()).renderText()).match(/^# TYPE .*$/gm) ?? [];
    expect(types.length).toBeGreaterThan(30);
    expect(types.filter((line) => /_total (?!counter)/.test(line))).toEqual([]);
  });
});
