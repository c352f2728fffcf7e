import { Chart, type ChartProps } from 'cdk8s';
import type { Construct, IConstruct } from 'constructs';
import { isRecord } from '@kubewright/declaration';

import type { OperatorDeclaration } from '../declaration/index.ts';
import {
  anyDeclaration,
  boolean,
  type Environment,
  environmentGroup,
  installationName,
  label,
  labels,
  namespaceName,
  object,
  optional,
  validateValue,
} from '../options/index.ts';
import { OptionErrors, resolveDeclaration } from '../plan/index.ts';

/** The props of the charts of an environment. */
export interface EnvironmentChartProps extends ChartProps {
  /** The environment in which the operator runs. */
  readonly environment: Environment;
}

/** The props of the charts with an operator. */
export interface OperatorChartProps extends EnvironmentChartProps {
  /** The operator to deploy. @default - Kubewright's own operator */
  readonly declaration?: OperatorDeclaration;
  /**
   * Name of this installation: of its Deployment, ServiceAccount, roles and Lease. Give a second installation in the
   * same cluster another name: best with `installation` of its environment, else on all charts.
   *
   * @default - `installation` of the environment, else the operator's name
   */
  readonly name?: string;
}

const chart = optional({ namespace: namespaceName, labels, disableResourceNameHashes: boolean });
const named = optional({ declaration: anyDeclaration, name: installationName });

/** Schema of `EnvironmentChartProps`. */
const environmentChart = object({ environment: environmentGroup, ...chart });

/** Schema of `OperatorChartProps`. */
const operatorChart = object({ environment: environmentGroup, ...chart, ...named });

/** Schema of the props of `CrdsChart`. */
const crdsChart = object({ environment: environmentGroup.optional(), ...chart, ...named });

/**
 * A placeholder for an invalid environment, so that the constructor can continue; the synth reports the error. It keeps
 * the name, because equal objects of two environments are an error only if these have the same name.
 */
function buildPlaceholder(props: Partial<EnvironmentChartProps> | null | undefined): EnvironmentChartProps {
  const given: unknown = props?.environment;
  const name = isRecord(given) ? given['name'] : undefined;
  const isValid = typeof name === 'string' && validateValue(label, name).length === 0;
  return { environment: { name: isValid ? name : 'unknown', namespace: 'unknown' } };
}

interface ChartErrors {
  readonly environment: unknown;
  readonly errors: OptionErrors;
}

const collected = new WeakMap<IConstruct, ChartErrors>();

/**
 * Collects the errors of a chart. An error of an environment is reported once, by the first chart in the app that has
 * this environment.
 */
export function collectChartErrors(
  chart: Construct,
  props: Partial<EnvironmentChartProps> | null | undefined,
): OptionErrors {
  const errors = new OptionErrors();
  const own = { environment: props?.environment, errors };
  collected.set(chart, own);
  chart.node.addValidation({
    validate: () => errors.texts.filter((text) => !listEarlierErrors(chart, own).includes(text)),
  });
  return errors;
}

function listEarlierErrors(chart: Construct, { environment }: ChartErrors): readonly string[] {
  if (!isRecord(environment)) return [];
  const all = chart.node.root.node.findAll();
  const earlier = all.slice(0, all.indexOf(chart)).flatMap((each) => collected.get(each) ?? []);
  const texts = earlier.flatMap((each) => (each.environment === environment ? each.errors.texts : []));
  return texts.filter((text) => text.startsWith('environment.'));
}

/** The environment of the props. Adds invalid fields to `errors`. */
export function validateEnvironment(props: EnvironmentChartProps, errors: OptionErrors): Environment {
  return errors.validate(props, environmentChart, buildPlaceholder(props)).environment;
}

/** The operator that a chart deploys, its environment and its name. */
export interface Installation {
  readonly declaration: OperatorDeclaration;
  readonly environment: Environment;
  /** Name of the installation; `undefined` if it is the operator's name. */
  readonly name?: string;
}

/** The installation of the props. Adds invalid fields to `errors`. */
export function validateInstallation(props: OperatorChartProps, errors: OptionErrors): Installation {
  const { environment, ...given } = errors.validate<OperatorChartProps>(props, operatorChart, buildPlaceholder(props));
  return { environment, ...resolveNaming(given, environment, errors) };
}

/** Like `validateInstallation`, for props whose environment is optional. */
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
 * The base class of this package's charts. It corrects `instanceof`: the check that classes inherit from cdk8s' `Chart`
 * is true for every chart of any class.
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

/**
 * Picks the props of cdk8s' `Chart`. Omits invalid values, for which cdk8s would throw before all errors are collected.
 */
export function pickChartProps(given: ChartProps | undefined): ChartProps {
  if (typeof given !== 'object' || Array.isArray(given)) return {};
  const { namespace, labels, disableResourceNameHashes } = given;
  return {
    ...(typeof namespace === 'string' && { namespace }),
    ...(typeof labels === 'object' && { labels }),
    ...(disableResourceNameHashes !== undefined && { disableResourceNameHashes }),
  };
}
