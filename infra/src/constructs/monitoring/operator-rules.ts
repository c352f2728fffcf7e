import type { DurationAlertOptions, OperatorAlertsOptions, ShareAlertOptions } from '../../options/index.ts';
import type { OperatorDeclaration } from '../../declaration/index.ts';
import { alertPlans, type OperatorAlert } from './alert-plans.ts';
import type { AlertingRule, RuleGroup } from './prometheus-rule.ts';
import { runbookUrl, selected, type Series } from './series.ts';

/** The operator that the rules are about. */
export interface OperatorRulesOptions {
  readonly declaration: OperatorDeclaration;
  /** Name of the installation: the label `operator` of every alert. */
  readonly name: string;
  /** Namespace of the operator: the label `namespace` of every alert. */
  readonly namespace: string;
  /** Labels that only the series of this installation have. Every alert has them, too. */
  readonly series: Series;
  /** What is changed of the alerts. */
  readonly alerts: OperatorAlertsOptions;
  /** URL of the folder with the pages of `docs/runbooks`. @default - no annotation `runbook_url` */
  readonly runbooks?: string;
}

type AlertChanges = ShareAlertOptions | DurationAlertOptions;

/** Pure: the alerts about an operator, without those about what its declaration does not have. */
export function operatorRules(options: OperatorRulesOptions): RuleGroup {
  const { declaration, alerts } = options;
  const names = Object.keys(alertPlans) as OperatorAlert[];
  return {
    name: 'operator.rules',
    rules: names.flatMap((alert) => {
      const changes = alerts[alert] ?? {};
      const isLeftOut = changes === false || alertPlans[alert].isAbout?.(declaration) === false;
      return isLeftOut ? [] : [ruleOf(alert, changes, options)];
    }),
  };
}

function ruleOf(alert: OperatorAlert, changes: AlertChanges, options: OperatorRulesOptions): AlertingRule {
  const { name, namespace, series, runbooks } = options;
  const { expr, summary, description, ...plan } = alertPlans[alert];
  const limit = limitIn(changes.above ?? plan.above ?? 0);
  return {
    alert,
    expr: expr((metric, ...matchers) => selected(metric, series, ...matchers), limit),
    for: changes.for ?? plan.for,
    labels: { namespace, ...series, operator: name, severity: changes.severity ?? plan.severity },
    annotations: {
      summary,
      description: description(`the operator ${name} in the namespace ${namespace}`),
      ...(runbooks !== undefined && { runbook_url: runbookUrl(runbooks, alert) }),
    },
  };
}

function limitIn(above: number | string): number {
  return typeof above === 'number' ? above : secondsIn(above);
}

const seconds: Readonly<Record<string, number>> = {
  ...{ ms: 0.001, s: 1, m: 60, h: 3600 },
  ...{ d: 86_400, w: 7 * 86_400, y: 365 * 86_400 },
};

/** Pure: the seconds of a duration of Prometheus, such as `1h30m`: older ones compare with numbers only. */
function secondsIn(duration: string): number {
  const parts = [...duration.matchAll(/(\d+)(ms|[smhdwy])/g)];
  return parts.reduce((total, [, count, unit = '']) => total + Number(count) * (seconds[unit] ?? NaN), 0);
}
