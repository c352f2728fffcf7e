import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { Testing } from 'cdk8s';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MemcachedAlerts } from '@kubewright/infra/catalogue';

import { findPromtool, type Said } from '../../support/promtool.ts';

const runbooks = 'https://runbooks.example.com/memcached';
const ours = { job: 'kubewright-metrics', namespace: 'kubewright-system' };
const undesired = 'memcached_deployment_size_undesired_count_total';

/** The alerts that fire, as Prometheus exposes them. */
const alerts = {
  MemcachedDeploymentSizeUndesired: {
    exp_labels: { ...ours, severity: 'warning', runbook_url: `${runbooks}/MemcachedDeploymentSizeUndesired.md` },
    exp_annotations: {
      description:
        'The Deployment of a Memcached had another size than its spec at least 3 times in the last 5 minutes.',
    },
  },
  MemcachedOperatorDown: {
    exp_labels: { ...ours, severity: 'critical', runbook_url: `${runbooks}/MemcachedOperatorDown.md` },
    exp_annotations: { description: 'No Pod of the operator of Memcached has answered in the last 5 minutes.' },
  },
} as const;
type Alert = keyof typeof alerts;

interface Series {
  readonly [labels: string]: string;
}

/** `metric{a="1"}` */
function series(metric: string, labels: Readonly<Record<string, string>>): string {
  return `${metric}{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}}`;
}

/** The rules in the format that the Prometheus Operator writes for Prometheus. JSON is valid YAML. */
function rulesFile(): string {
  const { rule } = new MemcachedAlerts(Testing.chart(), 'alerts', { namespace: ours.namespace, runbooks });
  return JSON.stringify({ groups: rule.groups });
}

describe('the alerts of Memcached', () => {
  let promtool: Awaited<ReturnType<typeof findPromtool>>;
  let directory = '';
  const rules = (): string => path.join(directory, 'rules.json');

  beforeAll(async () => {
    promtool = await findPromtool();
    directory = await mkdtemp(path.join(os.tmpdir(), 'alerts-'));
    await writeFile(rules(), rulesFile());
  }, 15 * 60_000);

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  /** Runs `promtool test rules`: series with one value a minute, and which alerts are to fire at which time. */
  async function evaluate(given: Series, firing: Readonly<Record<string, readonly Alert[]>>): Promise<Said> {
    const test = {
      interval: '1m',
      input_series: Object.entries(given).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: Object.entries(firing).flatMap(([time, names]) =>
        Object.entries(alerts).map(([alertname, expected]) => ({
          eval_time: time,
          alertname,
          exp_alerts: names.some((name) => name === alertname) ? [expected] : [],
        })),
      ),
    };
    const file = path.join(directory, 'test.json');
    await writeFile(file, JSON.stringify({ rule_files: [rules()], evaluation_interval: '1m', tests: [test] }));
    return promtool(['test', 'rules', file]);
  }

  const passed = { code: 0, text: expect.stringContaining('SUCCESS') as string };

  it('are rules that promtool accepts without a lint warning', async () => {
    expect(await promtool(['check', 'rules', '--lint=all', rules()])).toMatchObject({
      code: 0,
      text: expect.stringContaining('3 rules found') as string,
    });
  });

  it('MC-T13 are silent at 4 m and 14 m and firing at 5 m and 15 m, with their labels and annotations', async () => {
    const said = await evaluate(
      {
        [series(undesired, { ...ours, pod: 'kubewright-a' })]: '0 0 0 1 2 3 3 3 3 3 3 3 3 4 5 6',
        [series('up', { ...ours, pod: 'kubewright-a' })]: '0x5 1x3 0x5',
      },
      {
        '4m': [],
        '5m': ['MemcachedDeploymentSizeUndesired', 'MemcachedOperatorDown'],
        '14m': [],
        '15m': ['MemcachedDeploymentSizeUndesired', 'MemcachedOperatorDown'],
      },
    );
    expect(said).toEqual(passed);
  });

  it('are compared by promtool: a test that expects no alert at 5 m fails', async () => {
    const said = await evaluate({ [series('up', ours)]: '0x10' }, { '5m': [] });
    expect(said.code).toBe(1);
    expect(said.text).toContain('MemcachedOperatorDown');
  });

  it('BUG-MC-15 report that no operator answers if nothing is scraped at all', async () => {
    expect(await evaluate({}, { '4m': [], '6m': ['MemcachedOperatorDown'] })).toEqual(passed);
  });

  it('BUG-MC-15 count only the Pods of our operator, whatever their names', async () => {
    const others = [
      { ...ours, job: 'memcached-operator-controller-manager-metrics', pod: 'memcached-operator-controller-manager-0' },
      { ...ours, namespace: 'elsewhere', pod: 'kubewright-a' },
    ];
    const up = others.map((labels) => [series('up', labels), '1x10'] as const);
    const counted = others.map((labels) => [series(undesired, labels), '0+1x10'] as const);
    const given = Object.fromEntries([...up, ...counted]);
    expect(await evaluate(given, { '10m': ['MemcachedOperatorDown'] })).toEqual(passed);
    const one = { [series('up', { ...ours, pod: 'any-name' })]: '1x10', [series('up', { ...ours, pod: 'b' })]: '0x10' };
    expect(await evaluate({ ...given, ...one }, { '10m': [] })).toEqual(passed);
  });

  it('ignore the recorded series of another installation', async () => {
    const recorded = series('memcached_operator_up_total', { ...ours, namespace: 'elsewhere' });
    const given = { [series('up', { ...ours, pod: 'a' })]: '1x10', [recorded]: '0x10' };
    expect(await evaluate(given, { '10m': [] })).toEqual(passed);
  });

  it('add up the counts of all replicas, even after another replica takes over', async () => {
    const given = {
      [series('up', { ...ours, pod: 'a' })]: '1x10',
      [series(undesired, { ...ours, pod: 'a' })]: '0 0 1 1 1 1 1 1',
      [series(undesired, { ...ours, pod: 'b' })]: '0 0 0 1 1 2 2 2',
    };
    expect(await evaluate(given, { '5m': ['MemcachedDeploymentSizeUndesired'] })).toEqual(passed);
  });
});
