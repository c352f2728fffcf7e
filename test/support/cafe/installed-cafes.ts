import path from 'node:path';

import type { OperatorDeclaration } from '@kubewright/infra';
import type { OperatorDefinition } from '@kubewright/runtime';

import { Deployment, type Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { type InstalledOperator, installOperator, type InstallOptions } from '../install-operator.ts';
import { applyCrds, type Manifest } from '../manifests.ts';
import { buildOperator, createSourceImage, type SourceInstallOptions } from '../source-operator.ts';
import { until } from '../until.ts';

const image = 'example.com/cafes';

/** The image whose Pods run the release of the café operator that the image tag names. */
export const cafesImage = createSourceImage(image, {
  main: path.join(import.meta.dirname, 'main.ts'),
  env: (tagged) => ({ CAFE_RELEASE: tagged.slice(tagged.lastIndexOf(':') + 1) }),
});

export const definitionName = 'cafes.example.com';

/** The files that the author of a release generates, and that a test deploys. */
export interface BuiltRelease {
  readonly declaration: OperatorDeclaration;
  /** The CRD of the kind `Cafe`. */
  readonly definition: Manifest;
}

/** Generates the files of a release, and synthesizes its CRD. @param namespace the operator's namespace */
export async function buildRelease(
  release: OperatorDefinition,
  namespace: string,
  more: Pick<InstallOptions, 'webhooks'> = {},
): Promise<BuiltRelease> {
  const { declaration, crds } = await buildOperator(release, { namespace, ...more });
  const [definition] = crds;
  if (definition === undefined) throw new Error('the release lacks a CRD');
  return { declaration, definition };
}

/** Installs a release, or upgrades to it: the CRD first, then the operator; waits until the older Pods are gone. */
export async function installRelease(
  release: OperatorDefinition,
  options: SourceInstallOptions,
): Promise<InstalledOperator> {
  const { client, namespace, webhooks } = options;
  const built = await buildRelease(release, namespace, webhooks === undefined ? {} : { webhooks });
  await applyCrds(client, [built.definition]);
  return runRelease(built, options);
}

/** Installs the operator without its CRD, and waits until the older Pods are gone. */
async function runRelease({ declaration }: BuiltRelease, options: SourceInstallOptions): Promise<InstalledOperator> {
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
