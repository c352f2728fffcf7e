import { afterAll, beforeAll, it } from 'vitest';

import type { Environment, OperatorDeclaration } from '@kubewright/infra';
import { OperatorRelease } from '@kubewright/infra/pulumi';

import { environment, expectOlder, expectRollback, newer, older } from '../../support/rollback.ts';
import { Engine } from '../pulumi/engine.ts';
import { type PulumiCluster, startPulumiCluster } from '../pulumi/pulumi-cluster.ts';

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
  await expectRollback(kubectl, {
    rollBack: () => engine.up(release(older)),
    upgrade: () => engine.up(release(newer)),
  });
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
  await expectOlder(kubectl);
});
