import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';

import { CustomResourceDefinitions } from '../constructs/index.ts';
import type { OperatorChartProps } from './props.ts';

/** The CRDs. Applied first; the same in every environment. */
export class CrdsChart extends Chart {
  readonly definitions: CustomResourceDefinitions;

  constructor(scope: Construct, id: string, props: Pick<OperatorChartProps, 'declaration'> = {}) {
    super(scope, id);
    this.definitions = new CustomResourceDefinitions(this, 'definitions', props);
  }
}
