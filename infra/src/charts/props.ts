import { Chart, type ChartProps } from 'cdk8s';
import type { Construct } from 'constructs';

import type { OperatorDeclaration } from '../declaration/index.ts';
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
import { type OptionErrors, resolveDeclaration } from '../plan/index.ts';

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
const environmentChart = object({ environment: environmentGroup, ...chart });

/** As `OperatorChartProps` says. */
const operatorChart = object({ environment: environmentGroup, ...chart, ...named });

/** As the props of `CrdsChart` say. */
const crdsChart = object({ environment: environmentGroup.optional(), ...chart, ...named });

/** For props without an environment, which the synth refuses. */
const noEnvironment: EnvironmentChartProps = { environment: { name: 'unknown', namespace: 'unknown' } };

/** The environment of the props. What is wrong with them is a fault. */
export function validateEnvironment(props: EnvironmentChartProps, errors: OptionErrors): Environment {
  return errors.validate(props, environmentChart, noEnvironment).environment;
}

/** What a chart deploys: which operator, where, and by which name. */
export interface Installation {
  readonly declaration: OperatorDeclaration;
  readonly environment: Environment;
  /** Absent if it has the operator's name. */
  readonly name?: string;
}

/** The installation of the props. What is wrong with them is a fault. */
export function validateInstallation(props: OperatorChartProps, errors: OptionErrors): Installation {
  const { environment, ...given } = errors.validate<OperatorChartProps>(props, operatorChart, noEnvironment);
  return { environment, ...resolveNaming(given, environment, errors) };
}

/** The same for props that may have no environment. */
export function validateOptionalInstallation(
  props: Partial<OperatorChartProps>,
  errors: OptionErrors,
): Omit<Installation, 'environment'> & Partial<Installation> {
  const { environment, ...given } = errors.validate(props, crdsChart);
  return { ...(environment && { environment }), ...resolveNaming(given, environment, errors) };
}

function resolveNaming(
  given: Omit<Partial<OperatorChartProps>, 'environment'>,
  environment: Environment | undefined,
  errors: OptionErrors,
): Omit<Installation, 'environment'> {
  const name = given.name ?? environment?.installation;
  return { declaration: resolveDeclaration(given.declaration, errors), ...(name !== undefined && { name }) };
}

/**
 * A chart of this package, for which `instanceof` is right: the one that classes inherit from cdk8s' `Chart` is true for every
 * chart, whatever its class.
 */
export class OwnChart extends Chart {
  static override [Symbol.hasInstance]<T extends Chart>(
    this: abstract new (...args: never) => T,
    value: unknown,
  ): value is T {
    return Function.prototype[Symbol.hasInstance].call(this, value);
  }

  constructor(scope: Construct, id: string, given: ChartProps | undefined) {
    super(scope, id, pickChartProps(given));
  }
}

/** What of the props cdk8s understands, as far as it is none of its errors. */
export function pickChartProps(given: ChartProps | undefined): ChartProps {
  if (typeof given !== 'object' || Array.isArray(given)) return {};
  const { namespace, labels, disableResourceNameHashes } = given;
  return {
    ...(typeof namespace === 'string' && { namespace }),
    ...(typeof labels === 'object' && { labels }),
    ...(disableResourceNameHashes !== undefined && { disableResourceNameHashes }),
  };
}
