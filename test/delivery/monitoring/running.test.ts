import { Testing } from 'cdk8s';
import { beforeAll, describe, expect, it } from 'vitest';

import { type AlertingRule, OperatorAlerts } from '@kubewright/infra';

import { Namespace, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { applyManifests } from '../../support/manifests.ts';
import { serveOurKinds } from '../../support/our-kinds.ts';
import { findPromtool } from '../../support/promtool.ts';
import { type Scope, createScopeIn } from '../../support/scope.ts';
import { startTestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { createObstacle, listObstacles } from '../../e2e/support/obstacles.ts';
import { fetchMetrics } from '../../e2e/support/operator-process.ts';
import { type Firing, useRules } from './use-rules.ts';
import * as caches from '../../e2e/memcached/caches.ts';
import { createReady, buildSimulatedServer } from '../../e2e/web-server/servers.ts';
import { listMetrics } from './list-metrics.ts';
import { toHourOfSeries, parseSamples, type ScrapedPod } from './scraped.ts';

const target = { job: 'kubewright-metrics', namespace: 'kubewright-system' };
const { rule } = new OperatorAlerts(Testing.chart(), 'alerts', { namespace: target.namespace });
const alerts = rule.groups.flatMap(({ rules }) => rules as readonly AlertingRule[]);

const [quota] = listObstacles({ kind: Service, body: { spec: { ports: [{ port: 1 }] } } });
const errors = 'controller_runtime_reconcile_errors_total{controller="web-server"}';
const total = 'controller_runtime_reconcile_total{controller="web-server"';
const passed = { code: 0, text: expect.stringContaining('SUCCESS') as string };
const never = Object.fromEntries([5, 10, 16, 25, 45].map((minute) => [`${String(minute)}m`, []]));

/** The sum of the growth of all samples whose names begin with `beginning`. */
function computeGrowth(scraped: readonly ScrapedPod[], beginning: string): number {
  const sumMetrics = (metrics: string): number =>
    [...parseSamples(metrics)].reduce((sum, [name, value]) => sum + (name.startsWith(beginning) ? value : 0), 0);
  return scraped.reduce((sum, { before, after }) => sum + sumMetrics(after) - sumMetrics(before), 0);
}

const namespace = 'scraped';
let scope: Scope;

beforeAll(async () => {
  const own = await startTestCluster();
  const { client } = own;
  await serveOurKinds(client, own.cluster.controlPlane);
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  scope = await createScopeIn(own, namespace, { controllers: ['memcached', 'web-server'], replicas: 2 });
  return () => own[Symbol.asyncDispose]();
});

async function read(): Promise<ReadonlyMap<string, string>> {
  const pods = await scope.operator.pods();
  return new Map(await Promise.all(pods.map(async (pod) => [pod.metadata.name, await fetchMetrics(pod)] as const)));
}

/** Scrapes the metrics of all Pods before and after `meanwhile`. */
async function scrapeAround(meanwhile: () => Promise<unknown>): Promise<readonly ScrapedPod[]> {
  const before = await read();
  await meanwhile();
  return [...(await read())].map(([pod, after]) => ({ pod, before: before.get(pod) ?? '', after }));
}

describe('the alerts about a running operator', () => {
  const rules = useRules(rule.groups);
  let calm: readonly ScrapedPod[];

  beforeAll(async () => {
    let servers = 0;
    // Repeats until no reconcile failed, because one conflict would be a large share of so few reconciles.
    calm = await until('a WebServer is created without a failed reconcile', async () => {
      const scraped = await scrapeAround(() => createReady(scope, `server-${String((servers += 1))}`));
      return computeGrowth(scraped, errors) === 0 && scraped;
    });
  });

  it('read metrics that its leader serves, except for codes that it has not received', () => {
    const served = new Set(
      calm.flatMap(({ after }) => [...parseSamples(after).keys()].map((name) => name.replace(/\{.*/, ''))),
    );
    const wanted = new Set(alerts.flatMap(({ expr }) => listMetrics(expr).map(({ metric }) => metric)));
    // Prometheus itself records `up`, and this operator serves no webhooks because it is limited to a namespace.
    for (const name of ['up', 'controller_runtime_webhook_requests_total']) wanted.delete(name);
    expect([...wanted].filter((name) => !served.has(name))).toEqual([]);
    expect(wanted.size).toBeGreaterThan(7);
  });

  it('do not fire during normal work', async () => {
    expect(await rules.test(toHourOfSeries(calm, target), never)).toEqual(passed);
  });

  it('fire while the reconciles of a custom resource fail', async () => {
    if (quota === undefined) throw new Error('no obstacle');
    await using _created = await createObstacle(scope, quota);
    await applyManifests(scope.client, [buildSimulatedServer(scope.namespace, 'refused')]);
    const failed = async (times: number): Promise<void> => {
      const count = (metrics: string): number => parseSamples(metrics).get(errors) ?? 0;
      await until('reconciles fail', async () => [...(await read()).values()].some((each) => count(each) >= times));
    };
    await failed(1);
    const scraped = await scrapeAround(() => failed(4));
    const share = (computeGrowth(scraped, errors) / computeGrowth(scraped, total)) * 100;
    const found = alerts.find(({ alert }) => alert === 'OperatorReconcileErrors');
    const firing: Firing = {
      alert: 'OperatorReconcileErrors',
      labels: { ...found?.labels, controller: 'web-server' },
      annotations: {
        ...found?.annotations,
        description:
          `${String(Number(share.toPrecision(4)))}% of the reconciles of the controller web-server of the operator ` +
          'kubewright in the namespace kubewright-system fail.',
      },
    };
    expect(await rules.test(toHourOfSeries(scraped, target), { '14m': [], '20m': [firing] })).toEqual(passed);
  });
});

// After the tests of the alerts, which would notice that this Memcached waits in the queue.
describe('the metrics of a running operator', () => {
  it('MC-T5 MC-T6 pass the lint of promtool', async () => {
    await caches.createReady(scope, 'example-memcached', { size: 0 });
    const metrics = await fetchMetrics(await scope.operator.leader());
    expect(metrics).toContain('memcached_info{');
    const promtool = await findPromtool();
    expect(await promtool(['check', 'metrics'], metrics)).toEqual({ code: 0, text: '' });
    // Shows that promtool reports problems.
    const result = await promtool(['check', 'metrics'], '# TYPE memcacheds counter\nmemcacheds 1\n');
    expect(result.text).toContain('counter metrics should have "_total" suffix');
  });
});
