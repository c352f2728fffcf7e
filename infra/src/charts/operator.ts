import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';

import {
  AggregatedRoles,
  Faults,
  givenDeclaration,
  Operator,
  OperatorMonitoring,
  recommendedLabels,
} from '../constructs/index.ts';
import { addOwnNamespace } from './namespace.ts';
import { addPolicies } from './policies.ts';
import { addGuard, guardedIn } from './removal-guard.ts';
import { chartProps, noEnvironment, operatorChartShape, type OperatorChartProps } from './props.ts';

/** The operator, its namespace, its monitoring, its roles for people and its admission policies. Applied second. */
export class OperatorChart extends Chart {
  readonly operator: Operator;

  constructor(scope: Construct, id: string, props: OperatorChartProps) {
    super(scope, id, chartProps(props));
    const faults = new Faults(this);
    const { environment, ...given } = faults.checked<OperatorChartProps>(props, operatorChartShape, noEnvironment);
    const declaration = givenDeclaration(given.declaration, faults);
    const named = { declaration, ...(given.name !== undefined && { name: given.name }) };
    const recommended = recommendedLabels(declaration, { component: 'operator', instance: given.name });
    const labels = { ...environment.labels, ...recommended };
    addOwnNamespace(this, environment, labels);
    this.operator = new Operator(this, 'operator', {
      ...named,
      environment,
      removalGuard: guardedIn(environment) !== undefined,
    });
    if (guardedIn(environment) === 'operator') addGuard(this, { ...named, environment }, this.operator);
    addPolicies(this, { ...named, environment }, this.operator);
    if (environment.aggregatedRoles === true) new AggregatedRoles(this, 'roles', { ...named, ...marksOf(environment) });
    if (environment.monitoring !== undefined) {
      new OperatorMonitoring(this, 'monitoring', {
        ...environment.monitoring,
        namespace: this.operator.namespace,
        name: this.operator.name,
        ...(environment.controllers && { controllers: environment.controllers }),
        ...(environment.annotations && { annotations: environment.annotations }),
        metrics: environment.metrics ?? {},
        declaration,
      });
    }
  }
}

type Texts = Readonly<Record<string, string>>;

function marksOf({
  labels = {},
  annotations = {},
}: OperatorChartProps['environment']): Record<'labels' | 'annotations', Texts> {
  return { labels, annotations };
}
