import { isRecord } from '@kubewright/declaration';

import { kubewrightDeclaration, type OperatorDeclaration } from '../declaration/index.ts';
import type { Environment } from '../options/index.ts';
import { at } from '../objects/index.ts';
import { chartValues } from './values.ts';

/** What `helm install` is given for an environment. */
export interface HelmRelease {
  /** Name of the release, and of the installation. */
  readonly name: string;
  readonly namespace: string;
  /** The content of a values file. */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Pure: the release whose objects are those of the operator, its CRDs and its users' namespaces in an environment.
 *
 * Throws if the environment has patches, or changes single alerts: a chart has no values for them.
 *
 * @param declaration of the operator. @default - that of Kubewright's own
 */
export function valuesOf(
  environment: Environment,
  declaration: OperatorDeclaration = kubewrightDeclaration(),
): HelmRelease {
  refuse(environment.patches, environment, 'patches');
  refuse(environment.monitoring?.alerts === false ? undefined : environment.monitoring?.alerts, environment, 'alerts');
  const name = environment.installation ?? declaration.name;
  const values: Record<string, unknown> = name.includes(declaration.name) ? {} : { fullnameOverride: name };
  for (const { value, option, write = (given: unknown): unknown => given } of chartValues) {
    const given = at(environment, option);
    if (given !== undefined) setAt(values, value, write(given));
  }
  return { name, namespace: environment.namespace, values };
}

function refuse(given: unknown, { name }: Environment, what: string): void {
  if (given === undefined) return;
  throw new Error(`the environment ${name} has ${what}, which no value can be: use helm --post-renderer`);
}

/** Sets a value at a path, and creates the objects on the way. */
export function setAt(values: Record<string, unknown>, path: string, value: unknown): void {
  const [key = '', ...others] = path.split('.');
  const inner = values[key];
  const next = isRecord(inner) ? inner : {};
  values[key] = others.length === 0 ? value : next;
  if (others.length > 0) setAt(next, others.join('.'), value);
}
