import { existsSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';
import type { Environment } from '../options/index.ts';

import type { AlertingRule, MemcachedAlertsProps, RuleGroup } from '../options/index.ts';
import { environments } from '../environments/environments.ts';
import {
  listAddresses,
  type Synthesized,
  synthObjects,
  getObject,
  synthOperatorChart,
} from '../testing/synth-objects.ts';
import { zoo } from '../testing/zoo.ts';
import { MemcachedAlerts, PrometheusRule } from './monitoring.ts';

const synthAlerts = (props: MemcachedAlertsProps = {}, namespace?: string): Synthesized =>
  getObject(
    'PrometheusRule',
    synthObjects((chart) => new MemcachedAlerts(chart, 'alerts', props), namespace),
  );
const getRules = (object: Synthesized): RuleGroup['rules'] =>
  (object['spec'] as { groups: RuleGroup[] }).groups[0]?.rules ?? [];
const listExpressions = (object: Synthesized): string[] => getRules(object).map(({ expr }) => expr);

const monitored: Environment = { name: 'berlin', namespace: 'watched', metrics: { plain: true }, monitoring: {} };

describe('MemcachedAlerts', () => {
  it('read series by the given labels', () => {
    const series = { cluster: 'a "b"', pod: 'c' };
    expect(listExpressions(synthAlerts({ namespace: 'n', series }))).toEqual([
      String.raw`sum(up{cluster="a \"b\"",pod="c"} or vector(0))`,
      String.raw`sum by (cluster, pod) (increase(memcached_deployment_size_undesired_count_total{cluster="a \"b\"",pod="c"}[5m])) >= 3`,
      String.raw`memcached_operator_up_total{cluster="a \"b\"",pod="c"} == 0`,
    ]);
    expect(getRules(synthAlerts({ namespace: 'n', series }))[0]?.labels).toEqual(series);
  });

  it('link each alert to its page', () => {
    const rules = getRules(synthAlerts({ namespace: 'n', runbooks: 'https://runbooks.example' }));
    const links = [
      undefined,
      'https://runbooks.example/MemcachedDeploymentSizeUndesired.md',
      'https://runbooks.example/MemcachedOperatorDown.md',
    ];
    expect(rules.map(({ labels }) => labels?.['runbook_url'])).toEqual(links);
    expect(rules.map((rule) => 'alert' in rule && rule.annotations?.['runbook_url'])).toEqual([
      false,
      ...links.slice(1),
    ]);
  });

  it('BUG-MC-15 have one runbook each, named exactly like the alert', () => {
    for (const rule of getRules(synthAlerts({ namespace: 'n' }))) {
      if (!('alert' in rule)) continue;
      expect(existsSync(path.resolve(__dirname, `../../docs/runbooks/${rule.alert}.md`))).toBe(true);
    }
  });

  it('have the given labels and the recommended labels', () => {
    const { metadata } = synthAlerts({ namespace: 'n', name: 'alerts', labels: { release: 'prometheus' } });
    expect(metadata).toMatchObject({
      name: 'alerts',
      labels: { release: 'prometheus', 'app.kubernetes.io/component': 'monitoring' },
    });
  });

  it('throw if neither the props nor the chart has a namespace', () => {
    expect(() => synthAlerts()).toThrow('namespace is missing: pass it, or set it on the chart');
  });
});

describe('PrometheusRule', () => {
  it('has the given groups of rules', () => {
    const groups = [{ name: 'g', rules: [{ record: 'r', expr: '1' }] }];
    const objects = synthObjects((chart) => new PrometheusRule(chart, 'rule', { metadata: { name: 'mine' }, groups }));
    expect(getObject('PrometheusRule', objects, 'mine')['spec']).toEqual({ groups });
  });
});

describe('an environment with monitoring', () => {
  it("MC-T10 has a ServiceMonitor that selects the operator's metrics Service", () => {
    const objects = synthOperatorChart(monitored);
    const { metadata, spec } = getObject('ServiceMonitor', objects) as Synthesized & {
      spec: { selector: { matchLabels: Record<string, string> }; endpoints: { port: string; path: string }[] };
    };
    const service = getObject('Service', objects, 'kubewright-metrics') as Synthesized & {
      spec: { ports: { name: string }[] };
    };
    expect(metadata).toMatchObject({ name: 'kubewright', namespace: 'watched' });
    expect(service.metadata.labels).toMatchObject(spec.selector.matchLabels);
    // Not `app.kubernetes.io/instance`, which Argo CD may rewrite.
    expect(spec.selector.matchLabels).toEqual({ 'operators.kubewright.dev/installation': 'kubewright' });
    expect(spec.endpoints).toEqual([{ port: service.spec.ports[0]?.name, path: '/metrics' }]);
  });

  it('MC-T10 is scraped over TLS with a token if its metrics are secure, as in kubebuilder', () => {
    const objects = synthOperatorChart({ ...monitored, metrics: { secure: true } });
    const { spec } = getObject('ServiceMonitor', objects) as Synthesized & { spec: { endpoints: unknown } };
    expect(spec.endpoints).toEqual([
      {
        port: 'metrics',
        path: '/metrics',
        scheme: 'https',
        authorization: { credentials: { name: 'kubewright-metrics-scraper', key: 'token' } },
        tlsConfig: { insecureSkipVerify: true },
      },
    ]);
    expect(getObject('Secret', objects, 'kubewright-metrics-scraper')).toMatchObject({
      type: 'kubernetes.io/service-account-token',
      metadata: { annotations: { 'kubernetes.io/service-account.name': 'kubewright-metrics-scraper' } },
    });
    expect(getObject('ClusterRoleBinding', objects, 'kubewright-metrics-scraper')).toMatchObject({
      roleRef: { kind: 'ClusterRole', name: 'kubewright-metrics-reader' },
      subjects: [{ kind: 'ServiceAccount', name: 'kubewright-metrics-scraper', namespace: 'watched' }],
    });
  });

  it('is scraped with the token of a given Secret, at the given interval', () => {
    const monitoring = {
      tokenSecret: 'prometheus',
      scrape: { interval: '15s', metricRelabelings: [{ action: 'drop' }] },
    };
    const objects = synthOperatorChart({ ...monitored, metrics: { secure: true }, monitoring });
    const { spec } = getObject('ServiceMonitor', objects) as Synthesized & { spec: { endpoints: object[] } };
    expect(spec.endpoints[0]).toMatchObject({
      interval: '15s',
      metricRelabelings: [{ action: 'drop' }],
      authorization: { credentials: { name: 'prometheus', key: 'token' } },
    });
    expect(JSON.stringify(objects)).not.toContain('scraper');
  });

  it('has its certificate verified if metrics.certificateSecret is set', () => {
    const objects = synthOperatorChart({ ...monitored, metrics: { secure: true, certificateSecret: 'metrics-tls' } });
    const { spec } = getObject('ServiceMonitor', objects) as Synthesized & { spec: { endpoints: object[] } };
    expect(spec.endpoints[0]).toMatchObject({
      scheme: 'https',
      tlsConfig: {
        serverName: 'kubewright-metrics.watched.svc',
        ca: { secret: { name: 'metrics-tls', key: 'ca.crt' } },
      },
    });
  });

  it("has alerts about the scraped series, whose job is the Service's name", () => {
    const objects = synthOperatorChart(monitored);
    expect(listAddresses(objects)).toContain('Service watched/kubewright-metrics');
    for (const name of ['kubewright-alerts', 'kubewright-memcached']) {
      const [first = ''] = listExpressions(getObject('PrometheusRule', objects, name));
      expect(first).toContain('up{job="kubewright-metrics",namespace="watched"}');
    }
  });

  it('throws if its metrics stay on loopback', () => {
    for (const metrics of [undefined, {}, { secure: false, plain: false }]) {
      const environment = { name: 'berlin', namespace: 'watched', monitoring: {}, ...(metrics && { metrics }) };
      expect(() => synthOperatorChart(environment)).toThrow(
        'kubewright cannot be monitored: it serves metrics on loopback only. Set metrics to { secure: true }, which requires ' +
          'scrapers to have a permission, or to { plain: true }, which lets every Pod of the cluster read them',
      );
    }
  });

  it('sets the given labels and annotations on ServiceMonitor and PrometheusRules, and the URL of the runbooks', () => {
    const labels = { release: 'prometheus' };
    const annotations = { team: 'a' };
    const objects = synthOperatorChart({
      ...monitored,
      annotations,
      monitoring: { labels, runbooks: 'https://a.example' },
    });
    const found = objects.filter(({ kind }) => kind === 'ServiceMonitor' || kind === 'PrometheusRule');
    expect(found.map(({ metadata }) => metadata.name)).toEqual([
      'kubewright',
      'kubewright-alerts',
      'kubewright-memcached',
    ]);
    for (const { metadata } of found) expect(metadata).toMatchObject({ labels, annotations });
    const texts = JSON.stringify(found);
    for (const alert of ['OperatorDown', 'MemcachedOperatorDown'])
      expect(texts).toContain(`https://a.example/${alert}.md`);
  });

  it('has a ServiceMonitor, and the general alerts, for an operator without Memcached', () => {
    const objects = synthOperatorChart({ ...monitored, image: { repository: 'zoo.example/operator' } }, zoo);
    expect(listAddresses(objects)).toContain('ServiceMonitor watched/zoo');
    const { metadata } = getObject('PrometheusRule', objects);
    expect(metadata.name).toBe('zoo-alerts');
    expect(metadata.labels).toMatchObject({ 'app.kubernetes.io/instance': 'zoo' });
  });

  it('changes or omits alerts according to monitoring.alerts', () => {
    const alerts = { OperatorDown: false, OperatorReconcileErrors: { for: '1h' } } as const;
    const [{ alert, for: lasts } = {}] = getRules(
      getObject('PrometheusRule', synthOperatorChart({ ...monitored, monitoring: { alerts } }), 'kubewright-alerts'),
    ).filter((rule): rule is AlertingRule => 'alert' in rule && /Down|Errors/.test(rule.alert));
    expect([alert, lasts]).toEqual(['OperatorReconcileErrors', '1h']);
  });

  it('has no PrometheusRule if monitoring.alerts is false', () => {
    const kinds = synthOperatorChart({ ...monitored, monitoring: { alerts: false } }).map(({ kind }) => kind);
    expect(kinds).toContain('ServiceMonitor');
    expect(kinds).not.toContain('PrometheusRule');
  });

  it('has the alerts about Memcached only if its controller runs', () => {
    expect(listAddresses(synthOperatorChart({ ...monitored, controllers: ['memcached', 'echo'] }))).toContain(
      'PrometheusRule watched/kubewright-memcached',
    );
    const others = listAddresses(synthOperatorChart({ ...monitored, controllers: ['echo'] }));
    expect(others).toContain('PrometheusRule watched/kubewright-alerts');
    expect(others).not.toContain('PrometheusRule watched/kubewright-memcached');
  });

  it('is not committed: clusters may lack these kinds', () => {
    for (const environment of environments) {
      const kinds = synthOperatorChart(environment).map(({ kind }) => kind);
      expect(kinds).not.toContain('ServiceMonitor');
      expect(kinds).not.toContain('PrometheusRule');
    }
  });
});
