import { ApiObject, type ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';

/** A rule that alerts as long as an expression has a result. */
export interface AlertingRule {
  /** Name of the alert. */
  readonly alert: string;
  /** PromQL: each series of its result is an alert. */
  readonly expr: string;
  /** How long the expression must have a result before the alert fires, such as `5m`. @default - at once */
  readonly for?: string;
  /** Added to the labels of the series. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
  /** Texts for people. @default - none */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A rule that stores the result of an expression as a series of its own. */
export interface RecordingRule {
  /** Name of the new series. */
  readonly record: string;
  /** PromQL. */
  readonly expr: string;
  /** Added to the labels of the series. @default - none */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Rules that are evaluated one after the other, at the same time: a later one sees what an earlier one recorded. */
export interface RuleGroup {
  /** Unique among the groups of one object. */
  readonly name: string;
  readonly rules: readonly (AlertingRule | RecordingRule)[];
}

export interface PrometheusRuleProps {
  readonly metadata?: ApiObjectMetadata;
  readonly groups: readonly RuleGroup[];
}

/**
 * Rules for a Prometheus that the Prometheus Operator runs.
 *
 * Assumes: the cluster has the CustomResourceDefinitions of the Prometheus Operator, and a Prometheus whose
 * `ruleSelector` takes the labels.
 */
export class PrometheusRule extends Construct {
  readonly groups: readonly RuleGroup[];

  constructor(scope: Construct, id: string, { metadata, groups }: PrometheusRuleProps) {
    super(scope, id);
    this.groups = groups;
    new ApiObject(this, 'Resource', {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'PrometheusRule',
      ...(metadata && { metadata }),
      spec: { groups },
    });
  }
}
