import { readFileSync } from 'node:fs';
import path from 'node:path';

import { type ComponentResourceOptions, type Inputs, Output } from '@pulumi/pulumi';
import type { ConstructResult, Provider } from '@pulumi/pulumi/provider';

import { loadDeclaration, type OperatorDeclaration, parseDeclaration } from '../../declaration/index.ts';
import { loadEnvironment } from '../../environments/index.ts';
import type { Environment } from '../../options/index.ts';
import { OperatorRelease, type OperatorReleaseArgs } from '../operator-release.ts';
import { operatorRelease, packageSchema } from './schema.ts';

/** The provider of the package `kubewright`, for programs in any language: it has `OperatorRelease` only. */
export function kubewrightProvider(): Provider {
  const { version } = JSON.parse(readFileSync(path.join(__dirname, '../../../package.json'), 'utf8')) as {
    version: string;
  };
  return {
    version,
    getSchema: () => Promise.resolve(JSON.stringify(packageSchema(version))),
    construct: (...[name, type, inputs, options]: Parameters<NonNullable<Provider['construct']>>) =>
      Promise.resolve(construct({ name, type, inputs, options })),
  };
}

interface Construct {
  readonly name: string;
  readonly type: string;
  readonly inputs: Inputs;
  readonly options: ComponentResourceOptions;
}

/** Throws if the inputs are invalid: then nothing is registered. */
function construct({ name, type, inputs, options }: Construct): ConstructResult {
  if (type !== operatorRelease) throw new Error(`${type} is no component of Kubewright: use ${operatorRelease}`);
  const release = new OperatorRelease(name, releaseArgs(inputs), options);
  const { urn, namespace, deployment, serviceAccount, metricsService, image, crds } = release;
  return { urn, state: { namespace, deployment, serviceAccount, metricsService, image, crds } };
}

/**
 * The arguments of the release from plain data, where the environment may have outputs, and the environment and the
 * declaration may be files.
 *
 * Throws if they are neither. Whether an environment is valid, the release says.
 */
export function releaseArgs({ environment, declaration, name, samples }: Inputs): OperatorReleaseArgs {
  return {
    environment: environmentOf(environment),
    ...(declaration !== undefined && { declaration: declarationOf(declaration) }),
    ...(name !== undefined && { name: name as string }),
    ...(samples !== undefined && { samples: samples as boolean }),
  };
}

function environmentOf(environment: unknown): OperatorReleaseArgs['environment'] {
  if (typeof environment === 'string') return loadEnvironment(environment);
  return dataOf('environment', environment) as Environment;
}

function declarationOf(declaration: unknown): OperatorDeclaration {
  if (typeof declaration === 'string') return loadDeclaration(declaration);
  return parseDeclaration(dataOf('declaration', declaration), 'declaration');
}

function dataOf(name: string, value: unknown): object {
  if (Output.isInstance(value)) {
    throw new Error(
      `${name} is an output as a whole, but a preview must know which objects there are: only texts in it can be outputs`,
    );
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error(`${name} must be an object, or the path of its file, but is ${JSON.stringify(value)}`);
}
