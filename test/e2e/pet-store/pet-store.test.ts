import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { Chart, Testing } from 'cdk8s';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { PetStore, type PetStoreProps } from '@kubewright/infra/catalogue';

import { connectPetStore, type PetStore as PetStoreClient } from '../../../operator/src/pet-store/index.ts';
import { systemClock } from '../../../operator/runtime/src/base/index.ts';
import { type Client, connect } from '../../../operator/runtime/src/client/index.ts';
import { Deployment, EndpointSlice, Namespace, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { logAnnotation } from '../../../operator/control-plane/src/node/index.ts';
import { applyManifests, deleteManifests, type Manifest } from '../../support/manifests.ts';
import { stopWorkloads } from '../../support/stop-workloads.ts';
import { until } from '../../support/until.ts';

const thor = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } } as const;
const namespace = `t-${randomBytes(4).toString('hex')}-store`;

let client: Client;
beforeAll(async () => {
  ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
  const metadata = { name: namespace, labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } };
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata });
});
afterAll(async () => {
  await stopWorkloads(client, namespace);
  await client.transport.close();
});

function synthManifests(props: PetStoreProps): readonly Manifest[] {
  const chart = new Chart(Testing.app(), 'store', { namespace });
  new PetStore(chart, 'store', props);
  return Testing.synth(chart) as Manifest[];
}

/** Waits until a store has exactly one Pod, which is ready and is not `before`. */
function awaitReadyPod(name: string, before?: Pod): Promise<Pod> {
  return until(`the store ${name} has a ready Pod`, async () => {
    const labelSelector = `app.kubernetes.io/instance=${name}`;
    const { items } = await client.resource(Pod).list({ namespace, labelSelector });
    const [pod] = items;
    const isReady = pod?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') === true;
    return items.length === 1 && isReady && pod.metadata.uid !== before?.metadata.uid && pod;
  });
}

/** Connects to the store in a Pod. If the status of the Pod has 10.x.y.n, its process listens on 127.x.y.n. */
function connectToPod({ status }: Pod): PetStoreClient {
  const address = (status?.podIP ?? '').replace(/^10\./, '127.');
  expect(address).toMatch(new RegExp(`^${inject('subnet')}\\.`));
  return connectPetStore({ address: `${address}:6742` });
}

describe('a pet store in the cluster', () => {
  const manifests = synthManifests({ name: 'memory', sampling: 'always' });
  let pod: Pod;
  beforeAll(async () => {
    await applyManifests(client, manifests);
    pod = await awaitReadyPod('memory');
  });
  afterAll(() => deleteManifests(client, manifests));

  it('becomes ready and answers requests, in a namespace that enforces the Pod Security Standard "restricted"', async () => {
    await until('the Deployment is available', async () => {
      const { status } = await client.resource(Deployment).get({ namespace, name: 'memory' });
      return status?.availableReplicas === 1;
    });
    expect(pod.status?.containerStatuses).toMatchObject([{ name: 'store', restartCount: 0, ready: true }]);
    await using store = connectToPod(pod);
    expect(await store.add([thor])).toHaveLength(1);
    expect(await store.search({ names: ['Thor'] })).toHaveLength(1);
  });

  it('answers at the address of its Service', async () => {
    await until('the Service has the Pod', async () => {
      const { items } = await client
        .resource(EndpointSlice)
        .list({ namespace, labelSelector: 'kubernetes.io/service-name=memory' });
      return items.some(({ endpoints = [], ports }) => {
        const isServed = ports?.some(({ name, port }) => name === 'grpc' && port === 6742) === true;
        return isServed && endpoints?.some(({ addresses }) => addresses.includes(pod.status?.podIP ?? '')) === true;
      });
    });
  });

  it('loses its pets with its Pod, and stops gracefully', async () => {
    await using before = connectToPod(pod);
    await before.add([thor]);
    await client.resource(Pod).delete({ namespace, name: pod.metadata.name }, { propagation: 'Background' });
    const next = await awaitReadyPod('memory', pod);
    await using after = connectToPod(next);
    expect(await after.search()).toEqual([]);
    const logFile = pod.metadata.annotations?.[`${logAnnotation}store`] ?? '';
    const lines = (await readFile(logFile, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(lines).toEqual(
      expect.arrayContaining(['pet store is listening', 'request served', 'stopping after a signal']),
    );
    expect(lines.at(-1)).toBe('pet store stopped');
  });
});

describe('a pet store with persistent storage', () => {
  it('is accepted by the API server, with its PersistentVolumeClaim', async () => {
    const manifests = synthManifests({
      name: 'kept',
      data: { sizeGibibytes: 2, storageClass: 'fast' },
      nodePort: 30_060,
    });
    expect(manifests.map(({ kind }) => kind)).toEqual(['PersistentVolumeClaim', 'Deployment', 'Service']);
    await applyManifests(client, manifests);
    await deleteManifests(client, manifests);
  });
});
