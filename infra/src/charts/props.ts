import type { OperatorDeclaration } from '../declaration/index.ts';
import type { Environment } from '../environments/index.ts';

/** What every chart of an operator takes. */
export interface OperatorChartProps {
  /** Where the operator runs. */
  readonly environment: Environment;
  /** The operator. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
}
