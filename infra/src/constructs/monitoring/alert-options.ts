import { object, orFalse, type Shape, text, value } from '../../shape/index.ts';
import { prometheusDuration } from './shapes.ts';

/** What can be changed of an alert. */
export interface AlertOptions {
  /** How long its expression has to hold before the alert fires, such as `15m`. */
  readonly for?: string;
  /** The label `severity`, by which an Alertmanager routes the alert. */
  readonly severity?: string;
}

/** What can be changed of an alert about how many of the calls or reconciles fail. */
export interface ShareAlertOptions extends AlertOptions {
  /** The share above which the alert fires, such as `0.1` for a tenth: at least 0, and less than 1. */
  readonly above?: number;
}

/** What can be changed of an alert about how long something takes. */
export interface DurationAlertOptions extends AlertOptions {
  /** The time above which the alert fires, such as `10m`. */
  readonly above?: string;
}

/** The alerts about an operator: what is changed of each, or `false` for one that is left out. */
export interface OperatorAlertsOptions {
  /** No Pod of the operator answers Prometheus. @default { for: '5m', severity: 'critical' } */
  readonly OperatorDown?: AlertOptions | false;
  /** Pods answer, but none of them leads. @default { for: '5m', severity: 'critical' } */
  readonly OperatorNoLeader?: AlertOptions | false;
  /** Reconciles of a controller fail. @default { above: 0.1, for: '15m', severity: 'warning' } */
  readonly OperatorReconcileErrors?: ShareAlertOptions | false;
  /** One reconcile of a controller does not end. @default { above: '10m', for: '5m', severity: 'warning' } */
  readonly OperatorReconcileStuck?: DurationAlertOptions | false;
  /** Changes wait in the queue of a controller. @default { above: '5m', for: '15m', severity: 'warning' } */
  readonly OperatorQueueSlow?: DurationAlertOptions | false;
  /** Calls to the API server fail. @default { above: 0.1, for: '15m', severity: 'warning' } */
  readonly OperatorApiErrors?: ShareAlertOptions | false;
  /** A kind cannot be listed and watched. @default { for: '15m', severity: 'warning' } */
  readonly OperatorCacheNotFilled?: AlertOptions | false;
  /** Requests to webhooks or conversions fail. @default { above: 0.05, for: '10m', severity: 'warning' } */
  readonly OperatorWebhookErrors?: ShareAlertOptions | false;
  /** Objects cannot be converted between versions of their kind. @default { for: '5m', severity: 'critical' } */
  readonly OperatorConversionErrors?: AlertOptions | false;
  /** The files of a mounted certificate cannot be used. @default { for: '15m', severity: 'warning' } */
  readonly OperatorCertificateErrors?: AlertOptions | false;
}

export type OperatorAlert = keyof OperatorAlertsOptions;

const common = { for: prometheusDuration('15m'), severity: text() };
const share = value(
  'a share of at least 0 and less than 1, such as 0.1',
  { type: 'number', minimum: 0, exclusiveMaximum: 1 },
  (given) => typeof given === 'number' && given >= 0 && given < 1,
);

const plain = orFalse(object({}, common));
const ofShare = orFalse(object({}, { ...common, above: share }));
const ofDuration = orFalse(object({}, { ...common, above: prometheusDuration('10m') }));

/** As `OperatorAlertsOptions` says. */
export const alertsShape: Shape = object({}, {
  OperatorDown: plain,
  OperatorNoLeader: plain,
  OperatorReconcileErrors: ofShare,
  OperatorReconcileStuck: ofDuration,
  OperatorQueueSlow: ofDuration,
  OperatorApiErrors: ofShare,
  OperatorCacheNotFilled: plain,
  OperatorWebhookErrors: ofShare,
  OperatorConversionErrors: plain,
  OperatorCertificateErrors: plain,
} satisfies Record<OperatorAlert, Shape>);
