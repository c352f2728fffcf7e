import { containerResources } from '../../constructs/index.ts';
import type { OperatorDeclaration } from '../../declaration/index.ts';
import { goText } from '../template/expression.ts';
import { fault } from './fault.ts';

/** Pure: what the constructs refuse because of numbers. It is written here, as samples cannot show where a bound is. */
export function boundChecks(declaration: OperatorDeclaration): readonly string[] {
  return [
    '{{/* Numbers that contradict each other. */}}',
    ...leaseChecks(declaration),
    ...portChecks(declaration),
    ...(['cpu', 'memory'] as const).map((resource) => amountCheck(declaration, resource)),
  ];
}

/** A setting as a number, given or by default; `undefined` if the operator has none. */
function numberOf({ settings }: OperatorDeclaration, env: string): string | undefined {
  const setting = settings.find((each) => each.env === env);
  if (typeof setting?.default !== 'number') return undefined;
  return `(float64 (ternary $v.settings.${setting.name} ${setting.default} (hasKey $v.settings ${goText(setting.name)})))`;
}

function leaseChecks(declaration: OperatorDeclaration): readonly string[] {
  const lease = numberOf(declaration, 'LEASE_DURATION_SECONDS');
  const deadline = numberOf(declaration, 'RENEW_DEADLINE_SECONDS');
  const retry = numberOf(declaration, 'RETRY_PERIOD_SECONDS');
  if (deadline === undefined) return [];
  const name = 'settings.renewDeadlineSeconds';
  const [tooShort, tooOften] = [
    `settings.leaseDurationSeconds must be more than ${name}`,
    `${name} must be more than 1.2 times settings.retryPeriodSeconds`,
  ];
  return [
    ...(lease === undefined ? [] : [fault(`le ${lease} ${deadline}`, goText(tooShort))]),
    ...(retry === undefined ? [] : [fault(`le ${deadline} (mulf 1.2 ${retry})`, goText(tooOften))]),
  ];
}

function portChecks(declaration: OperatorDeclaration): readonly string[] {
  const [metrics, health, webhooks] = ['METRICS_PORT', 'HEALTH_PORT', 'WEBHOOK_PORT'].map((env) =>
    numberOf(declaration, env),
  );
  if (metrics === undefined || health === undefined) return [];
  const shared = 'only plain metrics can share the port of health: set settings.metricsPort or settings.healthPort';
  const own = 'webhooks need a port of their own: set settings.webhookPort to another one';
  const isShared = fault(`and (eq ${metrics} ${health}) (not $v.metrics.plain)`, goText(`${shared} to another one`));
  if (webhooks === undefined) return [isShared];
  return [isShared, fault(`and $v.webhooksBy (has ${webhooks} (list ${metrics} ${health}))`, goText(own))];
}

function amountCheck({ name }: OperatorDeclaration, resource: 'cpu' | 'memory'): string {
  const { requests = {}, limits = {} } = containerResources({});
  const request = `($v.resources.${resource}Request | default "${requests[resource] ?? ''}")`;
  const limit = `($v.resources.${resource}Limit | default "${limits[resource] ?? ''}")`;
  const amount = (quantity: string): string => `(include "${name}.amount" ${quantity} | float64)`;
  const message = `(print "resources: ${resource}Limit " ${limit} " is below ${resource}Request " ${request})`;
  return fault(`and ${limit} (lt ${amount(limit)} ${amount(request)})`, message);
}

/** Pure: the number that a quantity of Kubernetes means. */
export function amountTemplate({ name }: OperatorDeclaration): string {
  const factors = {
    ...{ n: 1e-9, u: 1e-6, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
    ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 },
  };
  return `{{/* The number that a quantity means, such as 250m or 1Gi. */}}
{{- define "${name}.amount" -}}
{{- $text := toString . }}
{{- $suffix := regexFind "([KMGTPE]i|[numkMGTPE])?$" $text }}
{{- $factors := ${goText(JSON.stringify(factors))} | fromJson }}
{{- mulf (float64 (trimSuffix $suffix $text)) (get $factors $suffix | default 1.0) }}
{{- end }}
`;
}
