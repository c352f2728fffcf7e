import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import type { AlertingRule, OperatorAlertsProps } from '../options/index.ts';
import { getKubewrightDeclaration } from '../declaration/index.ts';
import { type Synthesized, synthObjects, getObject } from '../testing/synth-objects.ts';
import { zoo, zooWithVersions, zooWithWebhooks } from '../testing/zoo.ts';
import { OperatorAlerts } from './monitoring.ts';

const docs = path.resolve(__dirname, '../../docs');

const synthPrometheusRule = (props: OperatorAlertsProps, namespace?: string): Synthesized =>
  getObject(
    'PrometheusRule',
    synthObjects((chart) => new OperatorAlerts(chart, 'alerts', { declaration: zoo, ...props }), namespace),
  );
/** The alerts of the zoo in the namespace `park`, by name. */
const synthAlerts = (props: OperatorAlertsProps = {}): Readonly<Record<string, AlertingRule>> => {
  const { groups } = synthPrometheusRule(props, 'park')['spec'] as { groups: { rules: AlertingRule[] }[] };
  return Object.fromEntries(groups.flatMap(({ rules }) => rules.map((rule) => [rule.alert, rule])));
};
const listExpressions = (props: OperatorAlertsProps = {}): string[] =>
  Object.values(synthAlerts(props)).map((a) => a.expr);

/** An operator that uses every feature with alerts. */
const all = { ...zooWithVersions, webhooks: zooWithWebhooks.webhooks };

describe('OperatorAlerts', () => {
  it('is a PrometheusRule of the installation, in the namespace of its operator', () => {
    const labels = { release: 'prometheus' };
    expect(synthPrometheusRule({ name: 'annex', labels, annotations: { team: 'a' } }, 'park')).toMatchObject({
      apiVersion: 'monitoring.coreos.com/v1',
      metadata: {
        name: 'annex-alerts',
        namespace: 'park',
        labels: {
          ...labels,
          'app.kubernetes.io/name': 'zoo',
          'app.kubernetes.io/instance': 'annex',
          'app.kubernetes.io/component': 'monitoring',
        },
        annotations: { team: 'a' },
      },
      spec: { groups: [{ name: 'operator.rules' }] },
    });
  });

  it('has alerts about webhooks, conversions and certificates only if the operator can have these', () => {
    const listAlertNames = (declaration = zoo): string[] => Object.keys(synthAlerts({ declaration }));
    const rest = ['OperatorWebhookErrors', 'OperatorConversionErrors', 'OperatorCertificateErrors'];
    expect(listAlertNames().filter((name) => rest.includes(name))).toEqual(['OperatorCertificateErrors']);
    expect(listAlertNames(zooWithWebhooks)).toContain('OperatorWebhookErrors');
    expect(listAlertNames(zooWithWebhooks)).not.toContain('OperatorConversionErrors');
    expect(listAlertNames(zooWithVersions)).toEqual(expect.arrayContaining(rest));
    expect(listAlertNames({ ...zoo, settings: [] })).toEqual(listAlertNames().filter((name) => name !== rest[2]));
  });

  it('has a severity, the labels of the installation, and texts for people', () => {
    expect(synthAlerts()['OperatorReconcileErrors']).toMatchObject({
      for: '15m',
      labels: { operator: 'zoo', namespace: 'park', job: 'zoo-metrics', severity: 'warning' },
      annotations: {
        summary: 'Reconciles of an operator fail.',
        description:
          '{{ $value | humanizePercentage }} of the reconciles of the controller {{ $labels.controller }} of the ' +
          'operator zoo in the namespace park fail.',
      },
    });
    for (const { labels, annotations = {} } of Object.values(synthAlerts({ declaration: all }))) {
      expect(['critical', 'warning']).toContain(labels?.['severity']);
      expect(Object.keys(annotations).sort()).toEqual(['description', 'summary']);
      expect(annotations['description']).toContain('the operator zoo in the namespace park');
    }
  });

  it.each(['https://runbooks.example', 'https://runbooks.example/'])('links to its pages below %s', (runbooks) => {
    const links = Object.values(synthAlerts({ runbooks })).map(({ alert, annotations }) => [
      alert,
      annotations?.['runbook_url'],
    ]);
    expect(links).toContainEqual(['OperatorDown', 'https://runbooks.example/OperatorDown.md']);
    expect(links).toEqual(links.map(([alert = '']) => [alert, `https://runbooks.example/${alert}.md`]));
  });

  it('overrides alerts, and omits those that are false', () => {
    const alerts = synthAlerts({
      alerts: {
        OperatorDown: { for: '1m', severity: 'page' },
        OperatorReconcileErrors: { above: 0 },
        OperatorReconcileStuck: { above: '1h30m500ms' },
        OperatorQueueSlow: false,
      },
    });
    expect(alerts['OperatorDown']).toMatchObject({ for: '1m', labels: { severity: 'page' } });
    expect(alerts['OperatorReconcileErrors']).toMatchObject({ for: '15m', labels: { severity: 'warning' } });
    expect(alerts['OperatorReconcileErrors']?.expr).toMatch(/ > 0$/);
    expect(alerts['OperatorReconcileStuck']?.expr).toMatch(/ > 5400\.5$/);
    expect(Object.keys(alerts)).toEqual(Object.keys(synthAlerts()).filter((name) => name !== 'OperatorQueueSlow'));
  });

  it('reads only series with the labels of its installation', () => {
    for (const [props, labels] of [
      [{ name: 'annex' }, 'job="annex-metrics",namespace="park"'],
      [{ namespace: 'north' }, 'job="zoo-metrics",namespace="north"'],
      [{ series: { cluster: 'a "b"', app: 'zoo' } }, String.raw`app="zoo",cluster="a \"b\""`],
    ] as const) {
      const selectors = listExpressions({ ...props, declaration: all }).flatMap(
        (text) => text.match(/\w+\{[^}]*/g) ?? [],
      );
      expect(selectors.length).toBeGreaterThan(12);
      expect(selectors.filter((selector) => !selector.includes(`{${labels}`))).toEqual([]);
    }
  });

  it('has the labels of the installation, for any labels of its series', () => {
    const labels = { namespace: 'park', operator: 'annex', app: 'zoo', severity: 'critical' };
    expect(synthAlerts({ name: 'annex', series: { app: 'zoo' } })['OperatorDown']?.labels).toEqual(labels);
  });

  it('throws if neither the props nor the chart has a namespace, and if the series have no labels', () => {
    expect(() => synthPrometheusRule({})).toThrow('namespace is missing: pass it, or set it on the chart');
    expect(() => synthPrometheusRule({ series: {} }, 'park')).toThrow(
      'series must have a label: without one, the alerts are about all operators',
    );
  });

  it('is about our own operators if no declaration is given', () => {
    const object = synthObjects((chart) => new OperatorAlerts(chart, 'alerts', { namespace: 'n' }));
    expect(getObject('PrometheusRule', object).metadata.name).toBe(`${getKubewrightDeclaration().name}-alerts`);
  });
});

describe('the pages about alerts', () => {
  const alerts = Object.values(synthAlerts({ declaration: all }));
  const getSeverity = ({ labels }: AlertingRule): string => labels?.['severity'] ?? '';
  const ofMemcached = ['MemcachedDeploymentSizeUndesired', 'MemcachedOperatorDown'];

  it('exist for each alert, with its severity, and for nothing else', () => {
    const pages = readdirSync(path.join(docs, 'runbooks')).map((file) => file.replace(/\.md$/, ''));
    expect(pages.sort()).toEqual([...alerts.map(({ alert }) => alert), ...ofMemcached].sort());
    for (const rule of alerts) {
      const page = readFileSync(path.join(docs, `runbooks/${rule.alert}.md`), 'utf8');
      const severity = getSeverity(rule).replace(/^./, (first) => first.toUpperCase());
      expect(page.startsWith(`# ${rule.alert}\n\n**${severity}.** `), rule.alert).toBe(true);
    }
  });

  it('are listed with severity, threshold and duration of each alert', () => {
    const rows = [...readFileSync(path.join(docs, 'monitoring.md'), 'utf8').matchAll(/^\| `(Operator\w+)` .*/gm)];
    const cells = rows.map(([row]) =>
      row
        .split('|')
        .slice(1, 5)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
    const seconds: Readonly<Record<string, string>> = { '10m': '600', '5m': '300' };
    const shown = cells.map(([name, severity, above = '', lasts]) => [
      name,
      severity,
      /^\d+ %$/.test(above) ? String(Number.parseInt(above, 10) / 100) : (seconds[above] ?? ''),
      lasts,
    ]);
    const parseLimit = ({ expr }: AlertingRule): string => / > (0\.\d+|[1-9]\d*)$/.exec(expr)?.[1] ?? '';
    expect(shown).toEqual(alerts.map((rule) => [rule.alert, getSeverity(rule), parseLimit(rule), rule.for]));
  });
});
