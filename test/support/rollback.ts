import { expect } from 'vitest';

import { type Environment, loadDeclaration, type OperatorDeclaration } from '@kubewright/infra';

import type { ControlPlane } from '../../operator/testing/src/index.ts';
import { zooFile } from './packaged-chart.ts';
import { until } from './until.ts';

const zoo = loadDeclaration(zooFile);

/** Two releases of an operator; the second adds `spec.extra` to its kind. */
export const older: OperatorDeclaration = { ...zoo, ...buildApis({}), version: '0.1.0', policies: [] };
export const newer: OperatorDeclaration = {
  ...older,
  ...buildApis({ extra: { type: 'string' } }),
  version: '0.2.0',
};

/** Where both releases are deployed. */
export const environment: Environment = {
  name: 'live',
  namespace: 'zoo-system',
  replicas: 0,
  image: { repository: 'registry.example/zoo' },
};

function buildApis(properties: object): Pick<OperatorDeclaration, 'apis'> {
  const schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
  const apis = zoo.apis.map((api) => {
    if (api.kind !== 'Animal' || typeof api.crd === 'string') return api;
    const { versions } = api.crd.spec as { readonly versions: readonly object[] };
    const spec = {
      ...api.crd.spec,
      versions: versions.map((each) => ({ ...each, schema: { openAPIV3Schema: schema } })),
    };
    return { ...api, crd: { ...api.crd, spec } };
  });
  return { apis };
}

type Kubectl = ControlPlane['kubectl'];

/**
 * Expects that a rollback from the newer release changes the operator but not its CRDs, and that the field of the newer
 * one is left after another upgrade.
 */
export async function expectRollback(
  kubectl: Kubectl,
  { rollBack, upgrade }: Readonly<Record<'rollBack' | 'upgrade', () => Promise<unknown>>>,
): Promise<void> {
  const readCrdSpec = (): Promise<string> => kubectl(['get', 'crd/animals.zoo.example', '-o', 'jsonpath={.spec}']);
  await createAnimal(kubectl);
  const before = await readCrdSpec();
  await rollBack();
  await expectOlder(kubectl);
  expect(await readCrdSpec()).toBe(before);
  await upgrade();
  await writeAnimal(kubectl, 'by-the-newer');
  expect(await readExtra(kubectl)).toBe('a horse');
}

/** Expects the older operator with the newer CRDs, and that a write does not erase the newer field. */
export async function expectOlder(kubectl: Kubectl): Promise<void> {
  expect(await readImage(kubectl)).toBe('registry.example/zoo:0.1.0');
  expect(await readVersionLabel(kubectl)).toBe('0.2.0');
  await writeAnimal(kubectl, 'by-the-older');
  expect(await readExtra(kubectl)).toBe('a horse');
}

/** Reads the image of the operator. */
export async function readImage(kubectl: Kubectl): Promise<string> {
  const path = 'jsonpath={.spec.template.spec.containers[0].image}';
  return kubectl(['get', 'deployment/zoo', '-n', 'zoo-system', '-o', path]);
}

/** Creates an object with the field that the older release lacks. */
async function createAnimal(kubectl: Kubectl): Promise<void> {
  const spec = { extra: 'a horse' };
  const animal = {
    apiVersion: 'zoo.example/v1',
    kind: 'Animal',
    metadata: { name: 'rex', namespace: 'default' },
    spec,
  };
  await until('the API server serves the field', async () => {
    await kubectl(['apply', '--server-side', '--force-conflicts', '-f', '-'], { input: JSON.stringify(animal) });
    return (await readExtra(kubectl)) === 'a horse';
  });
}

/** Changes a label of the object. The write prunes fields that the CRD lacks. */
async function writeAnimal(kubectl: Kubectl, label: string): Promise<void> {
  await kubectl(['label', '--overwrite', 'animal/rex', `written=${label}`]);
}

async function readExtra(kubectl: Kubectl): Promise<string> {
  return kubectl(['get', 'animal/rex', '-o', 'jsonpath={.spec.extra}']);
}

export async function readVersionLabel(kubectl: Kubectl): Promise<string> {
  const path = String.raw`jsonpath={.metadata.labels.app\.kubernetes\.io/version}`;
  return kubectl(['get', 'crd/animals.zoo.example', '-o', path]);
}
