import type { ChartProps } from 'cdk8s';
import {
  anyDeclaration,
  boolean,
  type Environment,
  environmentGroup,
  installationName,
  labels,
  namespaceName,
  object,
  optional,
} from '../options/index.ts';

import type { OperatorDeclaration } from '../declaration/index.ts';

/** The props of the charts of an environment. */
export interface EnvironmentChartProps extends ChartProps {
  /** The environment in which the operator runs. */
  readonly environment: Environment;
}

/** The props of the charts with an operator. */
export interface OperatorChartProps extends EnvironmentChartProps {
  /** The operator to deploy. @default - Kubewright's own operators */
  readonly declaration?: OperatorDeclaration;
  /**
   * Name of this installation: of its Deployment, ServiceAccount, roles and Lease. Give a second installation in the
   * same cluster another name, on all charts; or rather its environment, by `installation`.
   *
   * @default - `installation` of the environment, else the operator's name
   */
  readonly name?: string;
}

const chart = optional({ namespace: namespaceName, labels, disableResourceNameHashes: boolean });
const named = optional({ declaration: anyDeclaration, name: installationName });

/** As `EnvironmentChartProps` says. */
export const environmentChartShape = object({ environment: environmentGroup, ...chart });

/** As `OperatorChartProps` says. */
export const operatorChartShape = object({ environment: environmentGroup, ...chart, ...named });

/** As the props of `CrdsChart` say. */
export const crdsChartShape = object({ environment: environmentGroup.optional(), ...chart, ...named });

/** For props without an environment, which the synth refuses. */
export const noEnvironment: EnvironmentChartProps = { environment: { name: 'unknown', namespace: 'unknown' } };

/** What of the props cdk8s understands, as far as it is none of its errors. */
export function chartProps(props: ChartProps | undefined): ChartProps {
  if (typeof props !== 'object' || Array.isArray(props)) return {};
  const { namespace, labels, disableResourceNameHashes } = props;
  return {
    ...(typeof namespace === 'string' && { namespace }),
    ...(typeof labels === 'object' && { labels }),
    ...(disableResourceNameHashes !== undefined && { disableResourceNameHashes }),
  };
}
