import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';

import { type ConvertingOperator, CustomResourceDefinitions } from '../constructs/index.ts';
import type { Environment } from '../environments/index.ts';
import type { OperatorChartProps } from './props.ts';

/**
 * The CRDs. Applied first. They are the same in every environment, but for kinds with several versions: these name the
 * operator that converts.
 */
export class CrdsChart extends Chart {
  readonly definitions: CustomResourceDefinitions;

  constructor(scope: Construct, id: string, props: Partial<OperatorChartProps> = {}) {
    super(scope, id);
    const { declaration, environment } = props;
    this.definitions = new CustomResourceDefinitions(this, 'definitions', {
      ...(declaration && { declaration }),
      ...(environment && { operator: environmentsOperator(environment) }),
    });
  }
}

/** The environment has a name of its own, which is not that of the installation. */
function environmentsOperator({ namespace, namespaces, webhooks }: Environment): ConvertingOperator {
  return { namespace, ...(namespaces && { namespaces }), ...(webhooks !== undefined && { webhooks }) };
}
