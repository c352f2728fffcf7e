import type { Environment } from '../options/index.ts';
import { type Faults, givenDeclaration } from '../constructs/index.ts';
import type { OperatorDeclaration } from '../declaration/index.ts';
import type { OperatorChartProps } from './props.ts';

/** What a chart deploys: which operator, where, and by which name. */
export interface Installation {
  readonly declaration: OperatorDeclaration;
  readonly environment: Environment;
  /** Absent if it has the operator's name. */
  readonly name?: string;
}

/** The installation of the props, which are checked. What is wrong with the declaration is a fault. */
export function installationOf(props: OperatorChartProps, faults: Faults): Installation {
  const { environment } = props;
  const name = props.name ?? environment.installation;
  const declaration = givenDeclaration(props.declaration, faults);
  return { declaration, environment, ...(name !== undefined && { name }) };
}
