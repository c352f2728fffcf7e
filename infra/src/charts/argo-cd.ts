import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';

import { ArgoCdHealthChecks } from '../constructs/index.ts';

/** The health checks of our kinds for Argo CD: the same for every environment, and separate from the four units. */
export class ArgoCdChart extends Chart {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new ArgoCdHealthChecks(this, 'health-checks');
  }
}
