import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';

import { givenDeclaration, Operator, OperatorMonitoring, recommendedLabels } from '../constructs/index.ts';
import { addNamespace, restricted } from './namespace.ts';
import { addPolicies } from './policies.ts';
import type { OperatorChartProps } from './props.ts';

/** The operator, its namespace and its admission policies. Applied second. */
export class OperatorChart extends Chart {
  readonly operator: Operator;

  constructor(scope: Construct, id: string, props: OperatorChartProps) {
    super(scope, id);
    const { environment } = props;
    const labels = recommendedLabels(givenDeclaration(props.declaration), { component: 'operator' });
    addNamespace(this, environment.namespace, { ...labels, ...restricted });
    for (const namespace of environment.createNamespaces ?? []) addNamespace(this, namespace, labels);
    this.operator = new Operator(this, 'operator', props);
    addPolicies(this, props, this.operator);
    if (environment.monitoring !== undefined) {
      const { namespace, name } = this.operator;
      const { declaration } = props;
      new OperatorMonitoring(this, 'monitoring', {
        ...environment.monitoring,
        namespace,
        name,
        ...(environment.controllers && { controllers: environment.controllers }),
        metrics: environment.metrics ?? {},
        ...(declaration && { declaration }),
      });
    }
  }
}
