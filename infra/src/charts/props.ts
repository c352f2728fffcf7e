import type { OperatorDeclaration } from '../declaration/index.ts';
import type { Environment } from '../environments/index.ts';

/** The props of the charts with an operator. */
export interface OperatorChartProps {
  /** The environment in which the operator runs. */
  readonly environment: Environment;
  /** The operator to deploy. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
}
