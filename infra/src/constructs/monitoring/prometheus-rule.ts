import { ApiObject, type ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import { either, list, map, object, optional, prometheusDuration, text } from '../../options/index.ts';

import { Faults } from '../checks/index.ts';
import { metadataShape } from '../metadata-shape.ts';

/** A rule that alerts while its expression has a result. */
export interface AlertingRule {
  /** Name of the alert. */
  readonly alert: string;
  /** PromQL. Each series of the result is one alert. */
  readonly expr: string;
  /** How long the expression has a result before the alert fires, such as `5m`. @default - at once */
  readonly for?: string;
  /** Added to the labels of the series. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Texts for people. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A rule that stores the result of its expression as a new series. */
export interface RecordingRule {
  /** Name of the new series. */
  readonly record: string;
  /** PromQL. */
  readonly expr: string;
  /** Added to the labels of the series. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Rules that are evaluated in order, with the same timestamp: a later rule sees what an earlier one recorded. */
export interface RuleGroup {
  /** Unique among the groups of one PrometheusRule. */
  readonly name: string;
  readonly rules: readonly (AlertingRule | RecordingRule)[];
}

export interface PrometheusRuleProps {
  readonly metadata?: ApiObjectMetadata;
  readonly groups: readonly RuleGroup[];
}

const texts = map(text());
const duration = prometheusDuration('5m');
const recording = object({ record: text(), expr: text(), ...optional({ labels: texts }) });
const alerting = object({
  alert: text(),
  expr: text(),
  ...optional({ for: duration, labels: texts, annotations: texts }),
});
const rule = either('a rule that alerts, or one that records', recording, alerting);

/** The groups of a PrometheusRule, as `RuleGroup` says. */
const groups = list(object({ name: text(), rules: list(rule) }));

const shape = object({ groups, ...optional({ metadata: metadataShape }) });

/**
 * A PrometheusRule.
 *
 * Assumes: the cluster has the CustomResourceDefinitions of the Prometheus Operator, and a Prometheus whose
 * `ruleSelector` selects the labels.
 */
export class PrometheusRule extends Construct {
  readonly groups: readonly RuleGroup[];

  constructor(scope: Construct, id: string, props: PrometheusRuleProps) {
    super(scope, id);
    const { metadata, groups } = new Faults(this).checked(props, shape, { groups: [] });
    this.groups = groups;
    new ApiObject(this, 'Resource', {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      ...(metadata && { metadata }),
      spec: { groups },
    });
  }
}
