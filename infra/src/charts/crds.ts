import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';

import { type ConvertingOperator, CustomResourceDefinitions, Faults } from '../constructs/index.ts';
import type { Environment } from '../environments/index.ts';
import { chartProps, crdsChartShape, type OperatorChartProps } from './props.ts';

/**
 * The CRDs. Applied first. They are the same in every environment, but for kinds with several versions: these name the
 * operator that converts.
 */
export class CrdsChart extends Chart {
  readonly definitions: CustomResourceDefinitions;

  constructor(scope: Construct, id: string, props: Partial<OperatorChartProps> = {}) {
    super(scope, id, chartProps(props));
    const { declaration, environment, name } = new Faults(this).checked(props, crdsChartShape);
    this.definitions = new CustomResourceDefinitions(this, 'definitions', {
      ...(declaration && { declaration }),
      ...(environment?.crds === 'prune' && { keep: false }),
      ...(environment?.labels && { labels: environment.labels }),
      ...(environment?.annotations && { annotations: environment.annotations }),
      ...(environment && { operator: environmentsOperator(environment, name) }),
    });
  }
}

/** The environment has a name of its own, which is not that of the installation. */
function environmentsOperator(
  { namespace, namespaces, webhooks }: Environment,
  name: string | undefined,
): ConvertingOperator {
  return {
    namespace,
    ...(name !== undefined && { name }),
    ...(namespaces && { namespaces }),
    ...(webhooks !== undefined && { webhooks }),
  };
}
