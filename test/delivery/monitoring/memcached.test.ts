import { Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';

import { MemcachedAlerts } from '@kubewright/infra/catalogue';

import type { ProgramResult } from '../../support/go-tools.ts';
import { type InputSeries, formatSeries as series, useRules } from './use-rules.ts';

const runbooks = 'https://runbooks.example.com/memcached';
const ours = { job: 'kubewright-metrics', namespace: 'kubewright-system' };
const undesired = 'memcached_deployment_size_undesired_count_total';

/** The alerts that fire, as Prometheus exposes them. */
const alerts = {
  MemcachedDeploymentSizeUndesired: {
    alert: 'MemcachedDeploymentSizeUndesired',
    labels: { ...ours, severity: 'warning', runbook_url: `${runbooks}/MemcachedDeploymentSizeUndesired.md` },
    annotations: {
      summary: 'Other clients resize Deployments of Memcacheds.',
      description:
        'The Deployment of a Memcached had a different size than its spec at least 3 times in the last 5 minutes.',
      runbook_url: `${runbooks}/MemcachedDeploymentSizeUndesired.md`,
    },
  },
  MemcachedOperatorDown: {
    alert: 'MemcachedOperatorDown',
    labels: { ...ours, severity: 'critical', runbook_url: `${runbooks}/MemcachedOperatorDown.md` },
    annotations: {
      summary: 'No Pod of the Memcached operator responds.',
      description: 'No Pod of the Memcached operator has responded in the last 5 minutes.',
      runbook_url: `${runbooks}/MemcachedOperatorDown.md`,
    },
  },
} as const;
type Alert = keyof typeof alerts;

describe('the alerts of Memcached', () => {
  const { rule } = new MemcachedAlerts(Testing.chart(), 'alerts', { namespace: ours.namespace, runbooks });
  const rules = useRules(rule.groups);

  /** Runs promtool, which fails unless exactly these alerts fire at these times. */
  const evaluate = (given: InputSeries, firing: Readonly<Record<string, readonly Alert[]>>): Promise<ProgramResult> =>
    rules.test(
      given,
      Object.fromEntries(Object.entries(firing).map(([time, names]) => [time, names.map((name) => alerts[name])])),
    );

  const passed = { code: 0, text: expect.stringContaining('SUCCESS') as string };

  it('are rules that promtool accepts without a lint warning', async () => {
    expect(await rules.lint()).toMatchObject({
      code: 0,
      text: expect.stringContaining('3 rules found') as string,
    });
  });

  it('MC-T13 are silent at 4 m and 14 m and firing at 5 m and 15 m, with their labels and annotations', async () => {
    const result = await evaluate(
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
    expect(result).toEqual(passed);
  });

  it('BUG-MC-15 report that no operator answers if nothing is scraped at all', async () => {
    expect(await evaluate({}, { '4m': [], '6m': ['MemcachedOperatorDown'] })).toEqual(passed);
  });

  it('BUG-MC-15 count only the Pods of our operator, regardless of their names', async () => {
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
