import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';

import { Testing } from 'cdk8s';

import { writeProject } from '@kubewright/generate';
import { CrdsChart, type Environment, loadDeclaration, type OperatorDeclaration } from '@kubewright/infra';
import type { OperatorDefinition } from '@kubewright/runtime';

import { nodeFlags } from '../../operator/generate/src/image/entrypoint.ts';
import type { ImageProgram } from '../../operator/testing/src/index.ts';
import { type InstalledOperator, installOperator, type InstallOptions } from './install-operator.ts';
import { applyCrds, type Manifest } from './manifests.ts';
import { buildOperatorEnvironment } from './operator-image.ts';
import { runDirectory } from './run-directory.ts';

/**
 * Creates an image whose Pods run a module of this repository from its source.
 * @param options `main`: the path of the module. `env`: returns further variables for an image tag
 */
export function createSourceImage(
  match: string,
  options: { readonly main: string; readonly env?: (image: string) => Readonly<Record<string, string>> },
): ImageProgram {
  return {
    match,
    program: ({ image }) => ({
      command: [process.execPath, ...nodeFlags, '--conditions=@kubewright/source', options.main],
      env: { ...buildOperatorEnvironment(), ...options.env?.(image) },
    }),
  };
}

/** The generated files of an operator, and the objects to deploy. */
export interface BuiltOperator {
  readonly declaration: OperatorDeclaration;
  /** The CRDs, followed by the policy that guards them. */
  readonly crds: readonly Manifest[];
}

/**
 * Generates the files of an operator, and synthesizes its CRDs.
 * @param where `namespace`: the namespace of the operator
 */
export async function buildOperator(
  operator: OperatorDefinition,
  { namespace, webhooks }: Pick<InstallOptions, 'namespace' | 'webhooks'>,
): Promise<BuiltOperator> {
  const folder = await mkdtemp(path.join(runDirectory(), `${operator.name}-`));
  await writeProject(operator, folder, { description: `The operator ${operator.name}.` });
  const declaration = loadDeclaration(path.join(folder, 'declaration.json'));
  const environment: Environment = { name: 'test', namespace, ...(webhooks !== undefined && { webhooks }) };
  const chart = new CrdsChart(Testing.app(), 'crds', { declaration, environment });
  return { declaration, crds: Testing.synth(chart) as readonly Manifest[] };
}

export type SourceInstallOptions = Omit<InstallOptions, 'other' | 'controllers'>;

/** Builds an operator, and installs its CRDs and then the operator. */
export async function installSourceOperator(
  operator: OperatorDefinition,
  image: string,
  options: SourceInstallOptions,
): Promise<InstalledOperator> {
  const { declaration, crds } = await buildOperator(operator, options);
  await applyCrds(options.client, crds);
  return installOperator({ ...options, other: { declaration, image } });
}
