import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';

import { Testing } from 'cdk8s';

import { writeProject } from '@kubewright/generate';
import { CrdsChart, loadDeclaration, type Environment, type OperatorDeclaration } from '@kubewright/infra';
import type { OperatorDefinition } from '@kubewright/runtime';

import { nodeFlags } from '../../../operator/generate/src/image/index.ts';
import type { Client } from '../../../operator/runtime/src/client/index.ts';
import { CustomResourceDefinition, Deployment, type Pod } from '../../../operator/runtime/src/kinds/index.ts';
import type { ImageProgram } from '../../../operator/testing/src/index.ts';
import { type InstalledOperator, installOperator, type InstallOptions } from '../install-operator.ts';
import { applyManifests, type Manifest } from '../manifests.ts';
import { buildOperatorEnvironment } from '../operator-image.ts';
import { runDirectory } from '../run-directory.ts';
import { until } from '../until.ts';

const image = 'example.com/cafes';

/** Runs the release of the café operator that the image tag names. */
export const cafesImage: ImageProgram = {
  match: image,
  program: ({ image: tagged }) => ({
    command: [
      process.execPath,
      ...nodeFlags,
      '--conditions=@kubewright/source',
      path.join(import.meta.dirname, 'main.ts'),
    ],
    env: { ...buildOperatorEnvironment(), CAFE_RELEASE: tagged.slice(tagged.lastIndexOf(':') + 1) },
  }),
};

export const definitionName = 'cafes.example.com';

/** The files that the author of a release generates, and that a test deploys. */
export interface BuiltRelease {
  readonly declaration: OperatorDeclaration;
  /** The CustomResourceDefinition. */
  readonly definition: Manifest;
}

/** Generates the files of a release, and synthesizes its CRD. @param namespace the operator's namespace */
export async function buildRelease(
  release: OperatorDefinition,
  namespace: string,
  more: Pick<Environment, 'webhooks'> = {},
): Promise<BuiltRelease> {
  const folder = await mkdtemp(path.join(runDirectory(), 'cafes-'));
  await writeProject(release, folder, { description: 'Cafés.' });
  const declaration = loadDeclaration(path.join(folder, 'declaration.json'));
  const environment: Environment = { name: 'test', namespace, ...more };
  const [definition] = Testing.synth(
    new CrdsChart(Testing.app(), 'crds', { declaration, environment }),
  ) as readonly Manifest[];
  if (definition === undefined) throw new Error('the release lacks a CRD');
  return { declaration, definition };
}

/** Applies the CRD like a GitOps controller, and waits until it is served. */
export async function applyDefinition(client: Client, { definition }: BuiltRelease): Promise<void> {
  await applyManifests(client, [definition]);
  await until('the CRD is established', async () => {
    const { status } = await client.resource(CustomResourceDefinition).get({ name: definitionName });
    return (status?.conditions ?? []).some(({ type, status: is }) => type === 'Established' && is === 'True');
  });
}

type Options = Omit<InstallOptions, 'other' | 'controllers'>;

/** Installs a release, or upgrades to it: the CRD first, then the operator; waits until the older Pods are gone. */
export async function installRelease(release: OperatorDefinition, options: Options): Promise<InstalledOperator> {
  const { client, namespace, webhooks } = options;
  const built = await buildRelease(release, namespace, webhooks === undefined ? {} : { webhooks });
  await applyDefinition(client, built);
  return runRelease(built, options);
}

/** The second half of `installRelease`: installs the operator, and waits until the older Pods are gone. */
export async function runRelease({ declaration }: BuiltRelease, options: Options): Promise<InstalledOperator> {
  const { client, namespace, replicas = 1 } = options;
  const operator = await installOperator({ ...options, other: { declaration, image } });
  await until(`release ${declaration.version} runs alone`, async () => {
    const { status } = await client.resource(Deployment).get({ namespace, name: 'cafes' });
    const pods = await operator.pods();
    const isNew = pods.every((pod) => getImage(pod).endsWith(`:${declaration.version}`));
    return status?.updatedReplicas === replicas && pods.length === replicas && isNew;
  });
  return operator;
}

function getImage({ spec }: Pod): string {
  return spec.containers[0]?.image ?? '';
}
