import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { kubewright } from '../../../operator/src/kubewright.ts';
import { Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { readAuditLog } from '../../../operator/testing/src/index.ts';
import { startTestPetStore, type TestPetStore } from '../../../operator/src/pet-store/testing/test-pet-store.ts';
import { allControllers, controllerChoices } from '../../support/controller-choices.ts';
import { installOperator } from '../../support/install-operator.ts';
import { operatorProgram } from '../../support/operator-image.ts';
import { serveOurKinds } from '../../support/our-kinds.ts';
import { stopWorkloads } from '../../support/stop-workloads.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { createLeftovers, exerciseController, exerciseWebhooks } from './exercise-permissions.ts';

const choices = controllerChoices.map((controllers) => ({
  title: controllers?.join(' and ') ?? 'all controllers',
  controllers,
}));

let own: TestCluster;
let store: TestPetStore;

// Makes each operator use every permission that it has, for test/e2e/audit/permissions.test.ts. Without WatchList, as
// on older API servers, so that operators also use `list`.
beforeAll(async () => {
  own = await startTestCluster({ featureGates: { WatchList: false } });
  await serveOurKinds(own.client, own.cluster.controlPlane);
  store = await startTestPetStore();
});

afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await own[Symbol.asyncDispose]();
});

// One after the other, because these operators have ClusterRoles of the same names; and before the tests below, whose
// custom resources they would reconcile as well.
describe('an operator that serves the whole cluster', () => {
  it.each(choices)(
    'BUG-WS-4 needs exactly the permissions of $title in the cluster',
    async ({ controllers }) => {
      await serve(controllers, 'the whole cluster');
    },
    180_000,
  );
});

// At the same time, because each operator has its own namespaces.
describe('an operator that serves named namespaces', () => {
  it.concurrent.each(choices)(
    'BUG-WS-4 needs exactly the permissions of $title in its namespaces',
    async ({ controllers }) => {
      await serve(controllers, 'named namespaces');
    },
    180_000,
  );
});

it('an operator that is to run an unknown controller exits, and its error names all controllers', async () => {
  const [node, ...program] = operatorProgram;
  const ended = promisify(execFile)(node, [...program, '--controllers', 'web-server,pets']);
  const says = `unknown controller pets; available: ${allControllers.join(', ')}`;
  await expect(ended).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(says) as string });
});

async function serve(
  controllers: readonly string[] | undefined,
  where: 'named namespaces' | 'the whole cluster',
): Promise<void> {
  const { client } = own;
  const chosen = controllers ?? allControllers;
  const namespace = `t-${randomBytes(4).toString('hex')}`;
  const place = { client, namespace };
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  for (const controller of chosen) await createLeftovers(place, controller);
  {
    await using operator = await installOperator({
      client,
      namespace: `${namespace}-operator`,
      replicas: 2,
      ...(where === 'named namespaces' && { namespaces: [namespace] }),
      ...(controllers && { controllers }),
      settings: chosen.includes('pet') ? { petstoreAddress: store.address } : {},
    });
    const isWhole = where === 'the whole cluster';
    if (isWhole) await exerciseWebhooks(place);
    await Promise.all(chosen.map((controller) => exerciseController(place, controller)));
    const configurations = new Set(isWhole ? ['validatingwebhookconfigurations'] : []);
    expect(await listListedResources(operator.user)).toEqual(listKinds(chosen).union(configurations));
  }
  if (where === 'the whole cluster') {
    await client.resource(Namespace).delete({ name: namespace }, { propagation: 'Background' });
  } else {
    await stopWorkloads(client, namespace);
  }
}

function listKinds(chosen: readonly string[]): ReadonlySet<string> {
  const controllers = kubewright.controllers.filter(({ name }) => chosen.includes(name));
  const kinds = controllers.flatMap(({ api, owns, reads, watches }) => [
    api,
    ...[...Object.values(owns), ...Object.values(reads), ...Object.values(watches)].map(({ kind }) => kind),
  ]);
  return new Set([...kinds.map(({ plural }) => plural), 'leases']);
}

async function listListedResources(user: string): Promise<ReadonlySet<string>> {
  const lists = new Set<string>();
  for await (const event of readAuditLog(own.cluster.controlPlane.auditLogPath)) {
    if (event.user.username === user && event.verb === 'list') lists.add(event.objectRef?.resource ?? '');
  }
  return lists;
}
