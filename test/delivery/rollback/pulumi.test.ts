import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Environment, OperatorDeclaration } from '@kubewright/infra';
import { OperatorRelease } from '@kubewright/infra/pulumi';

import { createAnimal, readExtra, newer, older, readVersionLabel, writeAnimal } from '../../support/rollback.ts';
import { Engine } from '../pulumi/engine.ts';
import { type PulumiCluster, startPulumiCluster } from '../pulumi/pulumi-cluster.ts';

const environment: Environment = {
  name: 'live',
  namespace: 'zoo-system',
  replicas: 0,
  image: { repository: 'registry.example/zoo' },
};

let cluster: PulumiCluster;
let engine: Engine;

beforeAll(async () => {
  cluster = await startPulumiCluster();
  engine = await Engine.start(cluster, 'zoo');
});

afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await cluster[Symbol.asyncDispose]();
});

it('pulumi up of an older program rolls back the operator, and leaves the CRDs unchanged', async () => {
  const { kubectl } = cluster;
  const release = (declaration: OperatorDeclaration) => (): void => {
    new OperatorRelease('zoo', { environment, declaration });
  };
  await engine.up(release(older));
  await engine.up(release(newer));
  await createAnimal(kubectl);
  const readCrdSpec = (): Promise<string> => kubectl(['get', 'crd/animals.zoo.example', '-o', 'jsonpath={.spec}']);
  const before = await readCrdSpec();
  await engine.up(release(older));
  const image = 'jsonpath={.spec.template.spec.containers[0].image}';
  expect(await kubectl(['get', 'deployment/zoo', '-n', 'zoo-system', '-o', image])).toBe('registry.example/zoo:0.1.0');
  expect(await readVersionLabel(kubectl)).toBe('0.2.0');
  expect(await readCrdSpec()).toBe(before);
  await writeAnimal(kubectl, 'by-the-older');
  await engine.up(release(newer));
  await writeAnimal(kubectl, 'by-the-newer');
  expect(await readExtra(kubectl)).toBe('a horse');
});

it('retains newer CRDs without the guard if the older program does not deploy CRDs', async () => {
  const { kubectl } = cluster;
  const unguarded: Environment = { ...environment, rollbackGuard: false };
  const release = (declaration: OperatorDeclaration, given: Environment) => (): void => {
    new OperatorRelease('zoo', { environment: given, declaration });
  };
  await engine.up(release(newer, unguarded));
  // The policy of the first test, which Pulumi retains.
  await kubectl(['delete', 'mutatingadmissionpolicybinding/zoo-crd-rollback']);
  await engine.up(release(older, { ...unguarded, crds: 'skip' }));
  const image = 'jsonpath={.spec.template.spec.containers[0].image}';
  expect(await kubectl(['get', 'deployment/zoo', '-n', 'zoo-system', '-o', image])).toBe('registry.example/zoo:0.1.0');
  expect(await readVersionLabel(kubectl)).toBe('0.2.0');
  await writeAnimal(kubectl, 'by-the-older');
  expect(await readExtra(kubectl)).toBe('a horse');
});
