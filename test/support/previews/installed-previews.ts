import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';

import { Testing } from 'cdk8s';

import { writeProject } from '@kubewright/generate';
import { CrdsChart, type Environment, loadDeclaration } from '@kubewright/infra';

import { nodeFlags } from '../../../operator/generate/src/image/index.ts';
import type { ImageProgram } from '../../../operator/testing/src/index.ts';
import { type InstalledOperator, installOperator, type InstallOptions } from '../install-operator.ts';
import { applyManifests, type Manifest } from '../manifests.ts';
import { buildOperatorEnvironment } from '../operator-image.ts';
import { runDirectory } from '../run-directory.ts';
import { previews } from './previews.ts';

const image = 'example.com/previews';

/** Runs the operator of previews. */
export const previewsImage: ImageProgram = {
  match: image,
  program: () => ({
    command: [
      process.execPath,
      ...nodeFlags,
      '--conditions=@kubewright/source',
      path.join(import.meta.dirname, 'main.ts'),
    ],
    env: buildOperatorEnvironment(),
  }),
};

/** Generates the operator of previews, and installs it with its CRDs. It becomes ready once the CRDs are served. */
export async function installPreviews(
  options: Omit<InstallOptions, 'other' | 'controllers'>,
): Promise<InstalledOperator> {
  const { client, namespace, webhooks } = options;
  const folder = await mkdtemp(path.join(runDirectory(), 'previews-'));
  await writeProject(previews, folder, { description: 'Previews.' });
  const declaration = loadDeclaration(path.join(folder, 'declaration.json'));
  const environment: Environment = { name: 'test', namespace, ...(webhooks !== undefined && { webhooks }) };
  const crds = new CrdsChart(Testing.app(), 'crds', { declaration, environment });
  await applyManifests(client, Testing.synth(crds) as readonly Manifest[]);
  return installOperator({ ...options, other: { declaration, image } });
}
