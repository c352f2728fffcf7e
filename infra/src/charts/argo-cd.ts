import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';

import { ArgoCdHealthChecks } from '../constructs/index.ts';

/** Beside the units: what an Argo CD has to know of the kinds. It is the same for every environment. */
export class ArgoCdChart extends Chart {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new ArgoCdHealthChecks(this, 'health-checks');
  }
}
