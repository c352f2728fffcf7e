import type { OperatorDeclaration } from '../declaration/index.ts';
import type { OperatorAlertsOptions } from '../options/index.ts';

export type OperatorAlert = keyof OperatorAlertsOptions;

/**
 * Formats the selector of a metric of the operator.
 *
 * @param matchers additional PromQL matchers
 */
export type SeriesSelector = (metric: string, ...matchers: readonly string[]) => string;

/** One alert without overrides. */
export interface AlertPlan {
  readonly severity: 'critical' | 'warning';
  readonly for: string;
  /** The threshold: a ratio, or a Prometheus duration. @default - no threshold */
  readonly above?: number | string;
  /** Whether the alert applies to this operator. @default - every operator */
  readonly isAbout?: (declaration: OperatorDeclaration) => boolean;
  /**
   * PromQL. The result has only the labels that the description names.
   *
   * @param above the threshold; a duration in seconds
   */
  readonly expr: (from: SeriesSelector, above: number) => string;
  /** A sentence that is the same for all operators. */
  readonly summary: string;
  /**
   * A Prometheus template.
   *
   * @param operator such as `the operator a in the namespace b`
   */
  readonly description: (operator: string) => string;
}

/** Calls without a response, with invalid credentials, over a rate limit, or with a server error. */
const failedCalls = 'code=~"<error>|401|429|5.."';

/** All alerts about an operator. */
export const alertPlans: Readonly<Record<OperatorAlert, AlertPlan>> = {
  OperatorDown: {
    severity: 'critical',
    for: '5m',
    // Also fires if Prometheus scrapes nothing at all.
    expr: (from) => `absent(${from('up')} == 1)`,
    summary: 'No Pod of an operator responds.',
    description: (operator) => `No Pod of ${operator} responds to Prometheus: its custom resources are not reconciled.`,
  },
  OperatorNoLeader: {
    severity: 'critical',
    for: '5m',
    expr: (from) => `max(${from('leader_election_master_status')}) == 0`,
    summary: 'No Pod of an operator is the leader.',
    description: (operator) =>
      `Pods of ${operator} respond, but none of them is the leader: custom resources are not reconciled.`,
  },
  OperatorReconcileErrors: {
    severity: 'warning',
    for: '15m',
    above: 0.1,
    expr: (from, above) => {
      const failed = formatRate('controller', from('controller_runtime_reconcile_errors_total'));
      return `${failed} / ${formatRate('controller', from('controller_runtime_reconcile_total'))} > ${above}`;
    },
    summary: 'Reconciles of an operator fail.',
    description: (operator) =>
      `{{ $value | humanizePercentage }} of the reconciles of the controller {{ $labels.controller }} of ${operator} fail.`,
  },
  OperatorReconcileStuck: {
    severity: 'warning',
    for: '5m',
    above: '10m',
    expr: (from, above) => `max by (controller) (${from('workqueue_longest_running_processor_seconds')}) > ${above}`,
    summary: 'A reconcile of an operator does not finish.',
    description: (operator) =>
      `The controller {{ $labels.controller }} of ${operator} has been reconciling one object for ` +
      '{{ $value | humanizeDuration }}.',
  },
  OperatorQueueSlow: {
    severity: 'warning',
    for: '15m',
    above: '5m',
    // Waiting keys divided by the keys done per second. Excludes keys of a resync, because changes overtake them.
    expr: (from, above) => {
      const waiting = `sum by (controller) (${from('workqueue_depth', 'priority="0"')})`;
      return `${waiting} / ${formatRate('controller', from('workqueue_work_duration_seconds_count'))} > ${above}`;
    },
    summary: 'Changes wait too long for an operator.',
    description: (operator) =>
      `A new change waits {{ $value | humanizeDuration }} for the controller {{ $labels.controller }} of ` +
      `${operator}.`,
  },
  OperatorApiErrors: {
    severity: 'warning',
    for: '15m',
    above: 0.1,
    // Counts per Pod, so that calls that succeed in one Pod do not hide those that fail in another. A 403 of a write is
    // a rejection, for instance by a quota; a 403 of a read is a missing permission.
    expr: (from, above) => {
      const calls = 'rest_client_requests_total';
      const failed = `rate(${from(calls, failedCalls)}[5m]) or rate(${from(calls, 'method="GET"', 'code="403"')}[5m])`;
      return `max by (method) (sum by (pod, method) (${failed}) / ${formatRate('pod, method', from(calls))}) > ${above}`;
    },
    summary: 'Calls of an operator to the API server fail.',
    description: (operator) =>
      `{{ $value | humanizePercentage }} of the {{ $labels.method }} calls of ${operator} to the API server fail.`,
  },
  OperatorCacheNotFilled: {
    severity: 'warning',
    for: '15m',
    expr: (from) => `sum by (kind) (increase(${from('cache_sync_timeouts_total')}[10m])) > 0`,
    summary: 'An operator cannot list and watch a kind.',
    description: (operator) =>
      `A Pod of ${operator} cannot list and watch {{ $labels.kind }}: its controllers do not start until it can.`,
  },
  OperatorWebhookErrors: {
    severity: 'warning',
    for: '10m',
    above: 0.05,
    isAbout: ({ ports }) => ports.webhooks !== undefined,
    expr: (from, above) => {
      const requests = 'controller_runtime_webhook_requests_total';
      return `${formatRate('webhook', from(requests, 'code=~"5.."'))} / ${formatRate('webhook', from(requests))} > ${above}`;
    },
    summary: 'Webhooks of an operator fail.',
    description: (operator) =>
      `{{ $value | humanizePercentage }} of the requests to {{ $labels.webhook }} of ${operator} fail.`,
  },
  OperatorConversionErrors: {
    severity: 'critical',
    for: '5m',
    isAbout: ({ apis }) => apis.some(({ conversion }) => conversion !== undefined),
    expr: (from) => `${formatRate('conversion, reason', from('conversion_failures_total'))} > 0`,
    summary: 'An operator cannot convert objects.',
    description: (operator) =>
      `The conversion {{ $labels.conversion }} of ${operator} fails with {{ $labels.reason }}. The operator's log ` +
      'names the object. If it is stored, clients cannot list or watch the kind in a version that needs this conversion.',
  },
  OperatorCertificateErrors: {
    severity: 'warning',
    for: '15m',
    isAbout: ({ settings }) => settings.some(({ name }) => /^(metrics|webhook)CertDir$/.test(name)),
    expr: (from) => `sum(increase(${from('certwatcher_read_certificate_errors_total')}[5m])) > 0`,
    summary: 'An operator cannot use its new certificate.',
    description: (operator) =>
      `A mounted certificate of ${operator} cannot be used: the previous certificate stays in use until it expires.`,
  },
};

/** Builds the expression `sum by (a) (rate(metric{…}[5m]))`. */
function formatRate(by: string, selector: string): string {
  return `sum by (${by}) (rate(${selector}[5m]))`;
}
