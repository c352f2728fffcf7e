import type { Construct } from 'constructs';

import { ArgoCdHealthChecks } from '../constructs/index.ts';
import { OwnChart } from './own-chart.ts';
import type { OperatorChartProps } from './props.ts';

/**
 * What Argo CD has to know of an operator: when its kinds are healthy, and its Applications, so that sync waves wait for
 * them. The same for every environment, and separate from the units.
 */
export class ArgoCdChart extends OwnChart {
  constructor(scope: Construct, id: string, { declaration }: Pick<OperatorChartProps, 'declaration'> = {}) {
    super(scope, id);
    new ArgoCdHealthChecks(this, 'health-checks', { applications: true, ...(declaration && { declaration }) });
  }
}
