import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type RunningPetStore, startPetStore } from '../../../operator/src/pet-store/index.ts';
import { apiVersionOf, type Kind } from '../../../operator/runtime/src/base/index.ts';
import { Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf, type WithConditions } from '../../support/conditions.ts';
import { serveOurKinds } from '../../support/our-kinds.ts';
import { type OperatorProcess, startOperator } from '../../support/start-operator.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';
import { until } from '../../support/until.ts';
import { victims } from '../hostile/victims.ts';

const namespace = 'all';

let own: TestCluster;
let store: RunningPetStore;
let operator: OperatorProcess;

/** A resource of every kind, each with its children. */
async function makeOneOfEach(): Promise<void> {
  const created = victims.map(async ({ api, spec }) => {
    const resource = own.client.resource(api as Kind<WithConditions>);
    const key = { namespace, name: `one-${api.plural}` };
    const body = { apiVersion: apiVersionOf(api), kind: api.kind, metadata: key, spec };
    await resource.create(body);
    await until(`${api.kind} has a status`, async () => conditionOf(await resource.get(key), 'Ready') !== undefined);
  });
  await Promise.all(created);
}

beforeAll(async () => {
  [own, store] = await Promise.all([startTestCluster(), startPetStore({ address: '127.0.0.1:0' })]);
  const { client, cluster } = own;
  await serveOurKinds(client, cluster.controlPlane);
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const { controlPlane } = cluster;
  operator = await startOperator({
    controlPlane,
    kubeconfigPath: controlPlane.kubeconfigPath,
    controllers: ['web-server', 'memcached', 'echo', 'scheduled-echo', 'immortal-container', 'pet'],
    namespaces: [namespace],
    settings: { LOG_FORMAT: 'json', LOG_LEVEL: 'debug', PETSTORE_ADDRESS: store.address },
  });
  await operator.ready();
  await makeOneOfEach();
  await until('the operator has nothing left to do', () => operator.isIdle());
});

afterAll(async () => {
  await operator.stop();
  await store[Symbol.asyncDispose]();
  await own[Symbol.asyncDispose]();
});

it(
  'a namespace that is deleted with a resource of every kind is nothing that anybody is warned of',
  { timeout: 150_000 },
  async () => {
    const before = (await readFile(operator.logFile, 'utf8')).length;
    const namespaces = own.client.resource(Namespace);
    await namespaces.delete({ name: namespace }, { propagation: 'Background' });
    const isGone = async (): Promise<boolean> => (await namespaces.tryGet({ name: namespace })) === undefined;
    await until('the namespace is deleted', isGone, { timeoutMs: 60_000, everyMs: 200 });
    await until('the operator has nothing left to do', () => operator.isIdle());
    const lines = (await readFile(operator.logFile, 'utf8')).slice(before).split('\n');
    // Else this would be about nothing.
    expect(lines.filter((line) => line.includes('is deleted with its namespace'))).not.toEqual([]);
    expect(lines.filter((line) => /"level":"(warn|error|fatal)"/.test(line))).toEqual([]);
  },
);
