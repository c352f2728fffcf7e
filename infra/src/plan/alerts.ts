import type {
  AlertingRule,
  DurationAlertOptions,
  MemcachedAlertsProps,
  OperatorAlertsOptions,
  RuleGroup,
  ShareAlertOptions,
} from '../options/index.ts';
import type { OperatorDeclaration } from '../declaration/index.ts';
import { alertPlans, type OperatorAlert } from './alert-plans.ts';

/** The operator that the rules are about. */
export interface OperatorRulesOptions {
  readonly declaration: OperatorDeclaration;
  /** Name of the installation: the label `operator` of every alert. */
  readonly name: string;
  /** Namespace of the operator: the label `namespace` of every alert. */
  readonly namespace: string;
  /** Labels that only the series of this installation have. Every alert has them as well. */
  readonly series: Series;
  /** Overrides of the alerts. */
  readonly alerts: OperatorAlertsOptions;
  /** URL of the folder with the pages of `docs/runbooks`. @default - no annotation `runbook_url` */
  readonly runbooks?: string;
}

type AlertChanges = ShareAlertOptions | DurationAlertOptions;

/** Pure: the alerts about an operator, without those that do not apply to its declaration. */
export function buildOperatorRules(options: OperatorRulesOptions): RuleGroup {
  const { declaration, alerts } = options;
  const names = Object.keys(alertPlans) as OperatorAlert[];
  return {
    name: 'operator.rules',
    rules: names.flatMap((alert) => {
      const changes = alerts[alert] ?? {};
      const isLeftOut = changes === false || alertPlans[alert].isAbout?.(declaration) === false;
      return isLeftOut ? [] : [buildAlertingRule(alert, changes, options)];
    }),
  };
}

function buildAlertingRule(alert: OperatorAlert, changes: AlertChanges, options: OperatorRulesOptions): AlertingRule {
  const { name, namespace, series } = options;
  const { expr, summary, description, ...plan } = alertPlans[alert];
  const above = changes.above ?? plan.above ?? 0;
  const limit = typeof above === 'number' ? above : parseDurationSeconds(above);
  return {
    alert,
    expr: expr((metric, ...matchers) => formatSelector(metric, series, ...matchers), limit),
    for: changes.for ?? plan.for,
    labels: { namespace, ...series, operator: name, severity: changes.severity ?? plan.severity },
    annotations: {
      summary,
      description: description(`the operator ${name} in the namespace ${namespace}`),
      ...linkRunbook(alert, options),
    },
  };
}

const seconds: Readonly<Record<string, number>> = {
  ...{ ms: 0.001, s: 1, m: 60, h: 3600 },
  ...{ d: 86_400, w: 7 * 86_400, y: 365 * 86_400 },
};

/**
 * Pure: the seconds of a Prometheus duration such as `1h30m`, because older versions of Prometheus compare only with
 * numbers.
 */
function parseDurationSeconds(duration: string): number {
  const parts = [...duration.matchAll(/(\d+)(ms|[smhdwy])/g)];
  return parts.reduce((total, [, count, unit = '']) => total + Number(count) * (seconds[unit] ?? NaN), 0);
}

/** The series that the Memcached rules read and record. */
export interface MemcachedRulesOptions extends Pick<MemcachedAlertsProps, 'runbooks'> {
  /** Labels that only the series of this installation have. The recorded series and both alerts have them as well. */
  readonly series: Series;
}

/** Pure: the two alerts about Memcached, and the recorded series that one of them reads. */
export function buildMemcachedRules(options: MemcachedRulesOptions): RuleGroup {
  const from = (metric: string): string => formatSelector(metric, options.series);
  const names = Object.keys(options.series).sort().join(', ');
  return {
    name: 'memcached.rules',
    rules: [
      // Precedes the alert that reads it: otherwise the alert would be one interval late. It is 0 if no Pod is scraped.
      { record: 'memcached_operator_up_total', expr: `sum(${from('up')} or vector(0))`, labels: options.series },
      {
        alert: 'MemcachedDeploymentSizeUndesired',
        // Only the leader counts. The sum over all replicas stays correct when another replica becomes the leader.
        expr: `sum by (${names}) (increase(${from('memcached_deployment_size_undesired_count_total')}[5m])) >= 3`,
        labels: { severity: 'warning', ...linkRunbook('MemcachedDeploymentSizeUndesired', options) },
        annotations: {
          summary: 'Other clients resize Deployments of Memcacheds.',
          description:
            'The Deployment of a Memcached had a different size than its spec at least 3 times in the last 5 minutes.',
          ...linkRunbook('MemcachedDeploymentSizeUndesired', options),
        },
      },
      {
        alert: 'MemcachedOperatorDown',
        expr: `${from('memcached_operator_up_total')} == 0`,
        for: '5m',
        labels: { severity: 'critical', ...linkRunbook('MemcachedOperatorDown', options) },
        annotations: {
          summary: 'No Pod of the Memcached operator responds.',
          description: 'No Pod of the Memcached operator has responded in the last 5 minutes.',
          ...linkRunbook('MemcachedOperatorDown', options),
        },
      },
    ],
  };
}

/** The upstream sample has the link as a label, which routes may match; Alertmanager's templates read the annotation. */
function linkRunbook(alert: string, { runbooks }: { readonly runbooks?: string }): Readonly<Record<string, string>> {
  return runbooks === undefined ? {} : { runbook_url: `${runbooks.replace(/\/$/, '')}/${alert}.md` };
}

/** Labels that select series, with their values. */
export type Series = Readonly<Record<string, string>>;

/** Pure: the labels that a ServiceMonitor of the metrics Service sets on all series of an installation. */
export function buildScrapedSeries(name: string, namespace: string): Series {
  return { job: `${name}-metrics`, namespace };
}

/**
 * Pure: the selector of a metric, such as `up{job="a",namespace="b",code=~"5.."}`.
 *
 * @param matchers additional PromQL matchers
 */
export function formatSelector(metric: string, series: Series, ...matchers: readonly string[]): string {
  // PromQL strings have the syntax of JSON strings.
  const ofSeries = Object.entries(series).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return `${metric}{${[...ofSeries.sort(), ...matchers].join(',')}}`;
}

export function hasMemcached(controllers: OperatorDeclaration['controllers']): boolean {
  return controllers.some(({ for: { group, kind } }) => group === 'cache.example.com' && kind === 'Memcached');
}
