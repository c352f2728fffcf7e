import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';

import { type AlertingRule, OperatorAlerts, type OperatorDeclaration } from '@kubewright/infra';
import { getKubewrightDeclaration } from '@kubewright/infra/catalogue';

import { type MetricFamily, collectMetricFamilies } from '../../../operator/generate/src/dashboard/metric-families.ts';
import { kubewright } from '../../../operator/src/kubewright.ts';
import { release2 as cafes } from '../../support/samples/cafe/index.ts';
import { findPromtool } from '../../support/promtool.ts';
import { type Firing, type InputSeries, formatSeries, useRules } from './use-rules.ts';
import { listGroupLabels, listMetrics } from './list-metrics.ts';

const ours = { job: 'shops-metrics', namespace: 'shop-system' };
const own = getKubewrightDeclaration();
const conversion = { path: '/convert/echo', conversionReviewVersions: ['v1'], rules: [] };
/** An operator with all features that have alerts. */
const declaration: OperatorDeclaration = { ...own, apis: own.apis.map((api) => ({ ...api, conversion })) };
const { rule } = new OperatorAlerts(Testing.chart(), 'alerts', {
  ...{ declaration, name: 'shops', namespace: ours.namespace },
  runbooks: 'https://runbooks.example.com',
});
const alerts = rule.groups.flatMap(({ rules }) => rules as readonly AlertingRule[]);

/** The series of an idle operator: two Pods answer scrapes, and one of them leads. */
const calm: InputSeries = {
  [buildSeries('up', { pod: 'a' })]: '1x60',
  [buildSeries('up', { pod: 'b' })]: '1x60',
  [buildSeries('leader_election_master_status', { pod: 'a', name: 'shops' })]: '1x60',
  [buildSeries('leader_election_master_status', { pod: 'b', name: 'shops' })]: '0x60',
};

interface Row {
  readonly alert: string;
  readonly what: string;
  /** Series for which the alert must fire; they replace or extend those of an idle operator. */
  readonly bad: InputSeries;
  /** The labels that the alert copies from the series. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The value in the description of the alert. */
  readonly value?: string;
  /** The minute in which the alert begins to fire. */
  readonly at: number;
  /** Series for which the alert must not fire, because they are below the threshold or too short. */
  readonly good: InputSeries;
}

const shop = { pod: 'a', controller: 'shop' };
const calls = (method: string, code: string, pod = 'a'): string =>
  buildSeries('rest_client_requests_total', { pod, method, code, host: '10.0.0.1:443' });
const requests = (code: string): string =>
  buildSeries('controller_runtime_webhook_requests_total', { pod: 'a', webhook: '/validate/shop', code });
const reconciles = (values: { readonly errors: string; readonly successes: string }): InputSeries => ({
  [buildSeries('controller_runtime_reconcile_errors_total', shop)]: values.errors,
  [buildSeries('controller_runtime_reconcile_total', { ...shop, result: 'error' })]: values.errors,
  [buildSeries('controller_runtime_reconcile_total', { ...shop, result: 'success' })]: values.successes,
});
const queue = (depths: string, done: string): InputSeries => ({
  [buildSeries('workqueue_depth', { ...shop, name: 'shop', priority: '0' })]: depths,
  [buildSeries('workqueue_depth', { ...shop, name: 'shop', priority: '-100' })]: '90000x60',
  [buildSeries('workqueue_work_duration_seconds_count', { ...shop, name: 'shop' })]: done,
});
const longest = buildSeries('workqueue_longest_running_processor_seconds', { ...shop, name: 'shop' });
const late = buildSeries('cache_sync_timeouts_total', { pod: 'a', kind: 'Shop.example.com' });
const conversions = buildSeries('conversion_failures_total', { pod: 'a', conversion: 'shop', reason: 'Threw' });
const unread = buildSeries('certwatcher_read_certificate_errors_total', { pod: 'a' });

const rows: readonly Row[] = [
  {
    ...{ alert: 'OperatorDown', what: 'no Pod answers', at: 5 },
    bad: { [buildSeries('up', { pod: 'a' })]: '0x60', [buildSeries('up', { pod: 'b' })]: '0x60' },
    good: { [buildSeries('up', { pod: 'a' })]: '0x60' },
  },
  {
    ...{ alert: 'OperatorNoLeader', what: 'no Pod leads', at: 5 },
    bad: { [buildSeries('leader_election_master_status', { pod: 'a', name: 'shops' })]: '0x60' },
    good: { [buildSeries('leader_election_master_status', { pod: 'a', name: 'shops' })]: '0x4 1x60' },
  },
  {
    ...{ alert: 'OperatorReconcileErrors', what: 'one resource fails twice a minute', at: 16 },
    ...{ labels: { controller: 'shop' }, value: '100%' },
    bad: reconciles({ errors: '0+2x60', successes: '0x60' }),
    good: reconciles({ errors: '0+2x60', successes: '0+20x60' }),
  },
  {
    ...{ alert: 'OperatorReconcileErrors', what: 'one of five reconciles fails, by two leaders', at: 16 },
    ...{ labels: { controller: 'shop' }, value: '20%' },
    bad: {
      ...reconciles({ errors: '0+2x60', successes: '0+4x60' }),
      [buildSeries('controller_runtime_reconcile_total', { ...shop, pod: 'b', result: 'success' })]: '0+4x60',
    },
    // Only ten minutes of failures.
    good: reconciles({ errors: '0+2x10 20x50', successes: '0+1x60' }),
  },
  {
    ...{ alert: 'OperatorReconcileStuck', what: 'a reconcile does not end', at: 16 },
    ...{ labels: { controller: 'shop' }, value: '16m 0s' },
    bad: { [longest]: '0+60x60' },
    good: { [longest]: '0+60x9 0+60x9 0+60x9 0+60x9 0+60x9' },
  },
  {
    ...{ alert: 'OperatorQueueSlow', what: 'a tenth of the queue is done in a minute', at: 16 },
    ...{ labels: { controller: 'shop' }, value: '10m 0s' },
    bad: queue('600x60', '0+60x60'),
    good: queue('600x60', '0+300x60'),
  },
  {
    ...{ alert: 'OperatorQueueSlow', what: 'nothing is done', at: 16 },
    ...{ labels: { controller: 'shop' }, value: '+Inf' },
    bad: queue('3x60', '7x60'),
    good: queue('0x60', '7x60'),
  },
  {
    ...{ alert: 'OperatorApiErrors', what: 'the API server does not answer', at: 16 },
    ...{ labels: { method: 'PATCH' }, value: '50%' },
    bad: { [calls('PATCH', '<error>')]: '0+6x60', [calls('PATCH', '200')]: '0+6x60' },
    good: { [calls('PATCH', '403')]: '0+6x60', [calls('PATCH', '409')]: '0+6x60', [calls('PATCH', '200')]: '0+6x60' },
  },
  {
    ...{ alert: 'OperatorApiErrors', what: 'the leader may not watch a kind, beside a standby that polls', at: 16 },
    ...{ labels: { method: 'GET' }, value: '75%' },
    bad: {
      [calls('GET', '403')]: '0+3x60',
      [calls('GET', '200')]: '0+1x60',
      [calls('GET', '200', 'b')]: '0+30x60',
    },
    good: {
      [calls('GET', '404')]: '0+3x60',
      [calls('GET', '200')]: '0+1x60',
      [calls('GET', '200', 'b')]: '0+30x60',
    },
  },
  {
    ...{ alert: 'OperatorCacheNotFilled', what: 'a kind is not there', at: 16 },
    labels: { kind: 'Shop.example.com' },
    bad: { [late]: '0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10' },
    // The cache is synced after four minutes.
    good: { [late]: '0 0 1 1 2 2x60' },
  },
  {
    ...{ alert: 'OperatorWebhookErrors', what: 'a webhook throws for every other request', at: 11 },
    ...{ labels: { webhook: '/validate/shop' }, value: '50%' },
    bad: { [requests('500')]: '0+1x60', [requests('200')]: '0+1x60' },
    good: { [requests('400')]: '0+1x60', [requests('200')]: '0+1x60' },
  },
  {
    ...{ alert: 'OperatorConversionErrors', what: 'an object cannot be converted', at: 6 },
    labels: { conversion: 'shop', reason: 'Threw' },
    bad: { [conversions]: '0+600x60' },
    good: { [conversions]: '7x60' },
  },
  {
    ...{ alert: 'OperatorCertificateErrors', what: 'a certificate cannot be read', at: 16 },
    bad: { [unread]: '0+6x60' },
    // Files are unreadable only while a Secret is replaced.
    good: { [unread]: '0 6 12 12x60' },
  },
];

/** Formats a series with the labels of a scrape target: `metric{job="…",namespace="…",a="1"}`. */
function buildSeries(metric: string, labels: Readonly<Record<string, string>>): string {
  return formatSeries(metric, { ...ours, ...labels });
}

/** The firing alert, with the values in its texts. */
function buildFiring({ alert, labels = {}, value = '' }: Pick<Row, 'alert' | 'labels' | 'value'>): Firing {
  const found = alerts.find((each) => each.alert === alert);
  const filled = (text: string): string =>
    text
      .replace(/\{\{ \$value .*?\}\}/, value)
      .replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? '');
  const annotations = Object.entries(found?.annotations ?? {}).map(([name, text]) => [name, filled(text)]);
  return {
    alert,
    labels: { ...found?.labels, ...labels },
    annotations: Object.fromEntries(annotations) as Firing['annotations'],
  };
}

const passed = { code: 0, text: expect.stringContaining('SUCCESS') as string };

describe('the alerts about an operator', () => {
  const rules = useRules(rule.groups);

  it('are rules that promtool accepts without a lint warning', async () => {
    expect(await rules.lint()).toMatchObject({
      code: 0,
      text: expect.stringContaining(`${String(alerts.length)} rules found`) as string,
    });
  });

  it.each(rows)('fire if $what, and not before: $alert', async (row) => {
    const times = { [`${String(row.at - 1)}m`]: [], [`${String(row.at)}m`]: [buildFiring(row)] };
    expect(await rules.test({ ...calm, ...row.bad }, times)).toEqual(passed);
  });

  it.each(rows)('do not fire in a milder case of: $what, $alert', async (row) => {
    const never = Object.fromEntries([5, 10, 16, 25, 45].map((minute) => [`${String(minute)}m`, []]));
    expect(await rules.test({ ...calm, ...row.good }, never)).toEqual(passed);
  });

  it('have one row each in these tests', () => {
    expect([...new Set(rows.map(({ alert }) => alert))]).toEqual(alerts.map(({ alert }) => alert));
  });

  it('report that no operator answers if nothing is scraped at all', async () => {
    expect(await rules.test({}, { '4m': [], '5m': [buildFiring({ alert: 'OperatorDown' })] })).toEqual(passed);
  });

  it('ignore another installation', async () => {
    for (const [from, to] of [
      ['job="shops-metrics"', 'job="annex-metrics"'],
      ['namespace="shop-system"', 'namespace="north"'],
    ] as const) {
      const bad = Object.assign({}, ...rows.map((row) => row.bad)) as InputSeries;
      const others = Object.fromEntries(Object.entries(bad).map(([name, values]) => [name.replace(from, to), values]));
      expect(await rules.test({ ...calm, ...others }, { '16m': [] })).toEqual(passed);
    }
  });
});

/** Labels that Prometheus sets on every target. */
const ofTarget = ['job', 'namespace', 'pod'];

describe('the metrics', async () => {
  const families = [...(await collectMetricFamilies(kubewright)), ...(await collectMetricFamilies(cafes))];
  const findFamily = (metric: string): MetricFamily | undefined =>
    families.find(
      ({ name, type }) => name === (type === 'histogram' ? metric.replace(/_(bucket|count|sum)$/, '') : metric),
    );

  /** The metrics and labels in an expression that the runtime does not serve. */
  function findUnknown(expression: string): string[] {
    return listMetrics(expression).flatMap(({ metric, labels }) => {
      // Prometheus itself records `up`: whether a target answers.
      if (metric === 'up') return [];
      const family = findFamily(metric);
      if (family === undefined) return [metric];
      const known = [...family.labels, ...ofTarget, ...(family.type === 'histogram' ? ['le'] : [])];
      return [...labels, ...listGroupLabels(expression)]
        .filter((label) => !known.includes(label))
        .map((l) => `${metric}{${l}}`);
    });
  }

  it('of the alerts are served by processes of the runtime, with these labels', () => {
    for (const { alert, expr } of alerts) expect([alert, findUnknown(expr)]).toEqual([alert, []]);
    expect(alerts.flatMap(({ expr }) => listMetrics(expr)).length).toBeGreaterThan(12);
  });

  it('of the runbooks are served by processes of the runtime, in valid PromQL', async () => {
    const folder = path.join(import.meta.dirname, '../../../infra/docs/runbooks');
    const pages = await Promise.all((await readdir(folder)).map((file) => readFile(path.join(folder, file), 'utf8')));
    const blocks = pages.flatMap((page) => [...page.matchAll(/```promql\n([^]*?)```/g)].map(([, text = '']) => text));
    const expressions = blocks.flatMap((text) => text.trim().split('\n'));
    expect(expressions.length).toBeGreaterThan(10);
    expect(expressions.flatMap(findUnknown)).toEqual([]);
    const promtool = await findPromtool();
    const namedRules = expressions.map((expr, index) => ({ record: `line:${String(index)}`, expr }));
    const file = JSON.stringify({ groups: [{ name: 'pages', rules: namedRules }] });
    expect(await promtool(['check', 'rules', '--lint=none'], file)).toMatchObject({ code: 0 });
  });
});
