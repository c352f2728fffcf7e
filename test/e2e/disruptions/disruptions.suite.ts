import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Pet } from '../../../operator/src/kubewright.ts';
import { formatApiVersion, type Kind } from '../../../operator/runtime/src/base/index.ts';
import { Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { allControllers } from '../../support/controller-choices.ts';
import { findCurrentCondition, type WithConditions } from '../../support/conditions.ts';
import { installOperator } from '../../support/install-operator.ts';
import { serveOurKinds } from '../../support/our-kinds.ts';
import { createScopeIn } from '../../support/scope.ts';
import { type OperatorProcess, startOperator } from '../../support/start-operator.ts';
import type { TestCluster } from '../../support/test-cluster.ts';
import { afterOutage, until } from '../../support/until.ts';
import { examples } from '../../support/kinds/kinds.ts';
import { createReady, deletePod, awaitNextPod, onlyImmortal, awaitStarted } from '../immortal-container/containers.ts';
import { applyPet, listStoredPets, type Place, awaitPetReady, thor, usePetStore } from '../pet/pets.ts';

/** Tests what happens when the API server restarts, and when namespaces that an operator serves are deleted. */
export function testDisruptions(own: () => TestCluster): void {
  const store = usePetStore();

  beforeAll(async () => {
    await serveOurKinds(own().client, own().cluster.controlPlane);
  });

  async function createNamespace(name: string): Promise<void> {
    await own().client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  }

  async function deleteNamespace(name: string): Promise<void> {
    await own().client.resource(Namespace).delete({ name }, { propagation: 'Background' });
  }

  const isDeleted = async (name: string): Promise<boolean> =>
    (await own().client.resource(Namespace).tryGet({ name })) === undefined;

  it(
    'BUG-IC-11 after a restart of the API server, watches resume and Pods are created',
    { timeout: 300_000 },
    async () => {
      await createNamespace('outlived');
      await using scope = await createScopeIn(own(), 'outlived', onlyImmortal);
      await createReady(scope, 'outlived');
      const operator = await scope.operator.leader();
      await own().cluster.controlPlane.restart('kube-apiserver');
      const pod = await until('the API server answers again', () => deletePod(scope, 'outlived'));
      await until('another Pod runs', () => awaitNextPod(scope, 'outlived', pod), afterOutage);
      await until('the operator has counted the new Pod', () => awaitStarted(scope, 'outlived', 2), afterOutage);
      const [now] = await scope.operator.pods();
      expect(now?.metadata.uid).toBe(operator.metadata.uid);
      expect(now?.status?.containerStatuses?.[0]?.restartCount).toBe(0);
    },
  );

  it('PS-A6 a namespace is deleted with its Pets, though the store is down when the deletion begins', async () => {
    const { client } = own();
    await using _operator = await installOperator({
      ...{ client, namespace: 'doomed-operator', controllers: ['pet'] },
      settings: { petstoreAddress: store().address, petstoreResync: '1s' },
    });
    const doomed: Place = { client, namespace: 'doomed' };
    await createNamespace(doomed.namespace);
    const pets = ['one', 'two', 'three'];
    for (const name of pets) await applyPet(doomed, name, { ...thor, name });
    for (const name of pets) await awaitPetReady(doomed, name);
    await store().down();
    await deleteNamespace(doomed.namespace);
    await until('its Pets are being deleted', async () => {
      const { items } = await client.resource(Pet).list({ namespace: doomed.namespace });
      return items.length > 0 && items.every(({ metadata }) => metadata.deletionTimestamp !== undefined);
    });
    await store().up();
    await until('the namespace is deleted', () => isDeleted(doomed.namespace), afterOutage);
    expect(listStoredPets(store())).toEqual([]);
  });

  describe('a namespace with a custom resource of every kind', { timeout: 150_000 }, () => {
    const namespace = 'all';
    let operator: OperatorProcess;

    beforeAll(async () => {
      await createNamespace(namespace);
      const { controlPlane } = own().cluster;
      operator = await startOperator({
        controlPlane,
        kubeconfigPath: controlPlane.kubeconfigPath,
        controllers: allControllers,
        namespaces: [namespace],
        settings: { LOG_FORMAT: 'json', LOG_LEVEL: 'debug', PETSTORE_ADDRESS: store().address },
      });
      await operator.ready();
      await createOneOfEach();
      await until('the operator is idle', () => operator.isIdle());
    });

    afterAll(() => operator.stop());

    /** Creates a custom resource of every kind with its children. */
    async function createOneOfEach(): Promise<void> {
      const created = examples.map(async ({ victim: { api, spec } }) => {
        const resource = own().client.resource(api as Kind<WithConditions>);
        const key = { namespace, name: `one-${api.plural}` };
        const body = { apiVersion: formatApiVersion(api), kind: api.kind, metadata: key, spec };
        await resource.create(body);
        await until(
          `${api.kind} has a status`,
          async () => findCurrentCondition(await resource.get(key), 'Ready') !== undefined,
        );
      });
      await Promise.all(created);
    }

    it('is deleted, and the operator logs no warning about it', async () => {
      const before = (await readFile(operator.logFile, 'utf8')).length;
      await deleteNamespace(namespace);
      await until('the namespace is deleted', () => isDeleted(namespace), { timeoutMs: 60_000, everyMs: 200 });
      await until('the operator is idle', () => operator.isIdle());
      const lines = (await readFile(operator.logFile, 'utf8')).slice(before).split('\n');
      // Shows that the operator tried to write in the terminating namespace: otherwise it had no reason to warn.
      expect(lines.filter((line) => line.includes('is deleted with its namespace'))).not.toEqual([]);
      expect(lines.filter((line) => /"level":"(warn|error|fatal)"/.test(line))).toEqual([]);
    });
  });
}
