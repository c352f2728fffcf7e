import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Pod } from '@kubewright/runtime/kinds';
import { silentLogger } from '../../../runtime/src/base/index.ts';
import { ConnectionError } from '../../../testing/src/in-memory-api-server/interceptors.ts';
import { createFakeClock, type FakeClock } from '../../../testing/src/fake-clock.ts';
import { createInMemoryApiServer, type InMemoryApiServer } from '../../../testing/src/in-memory-api-server/index.ts';
import { startPodDeletion } from './pod-deletion.ts';

const key = { namespace: 'default', name: 'a' };
const deletes = { verb: 'delete', kind: 'Pod' } as const;
/** Begins the deletion as another client, with the grace period of the Pod. */
const begin = () => server.client.resource(Pod).delete(key, { propagation: 'Background' });

let clock: FakeClock;
let server: InMemoryApiServer;
let deletion: AsyncDisposable;

beforeEach(() => {
  clock = createFakeClock();
  server = createInMemoryApiServer({ clock });
  deletion = startPodDeletion({ client: server.client, nodeName: 'kwok', clock, logger: silentLogger });
});
afterEach(() => deletion[Symbol.asyncDispose]());

function create(nodeName = 'kwok', finalizers: readonly string[] = []): Promise<Pod> {
  const spec = { nodeName, containers: [{ name: 'main', image: 'example.com/a:1' }] };
  return server.client.resource(Pod).create({ metadata: { ...key, finalizers }, spec });
}

const uids = (): readonly string[] => server.objects(Pod).map(({ metadata }) => metadata.uid);
const deletesSent = (): number => server.requests().filter(({ verb }) => verb === 'delete').length;

test('deletes a Pod of its node once it is terminating', async () => {
  await create();
  await begin();
  await vi.waitFor(() => {
    expect(uids()).toEqual([]);
  });
});

test('leaves the Pods of other nodes', async () => {
  const { metadata } = await create('processes');
  await begin();
  await server.client.resource(Pod).create({
    metadata: { ...key, name: 'other' },
    spec: { nodeName: 'kwok', containers: [{ name: 'main', image: 'example.com/a:1' }] },
  });
  await server.client.resource(Pod).delete({ ...key, name: 'other' }, { propagation: 'Background' });
  await vi.waitFor(() => {
    expect(uids()).toEqual([metadata.uid]);
  });
});

test('a deletion whose response is lost does not delete the next Pod with the same name', async () => {
  await create();
  server.fail(deletes, new ConnectionError('ECONNRESET'), { times: 2, afterwards: true });
  await begin().catch(() => undefined);
  await vi.waitFor(() => {
    expect(uids()).toEqual([]);
  });
  const next = await create();
  await clock.advance(1_000);
  await vi.waitFor(() => {
    expect(deletesSent()).toBe(3);
  });
  await deletion[Symbol.asyncDispose]();
  expect(server.objects(Pod)).toEqual([expect.objectContaining({ metadata: next.metadata })]);
});

test('a Pod with a finalizer is deleted once, and its finalizer stays', async () => {
  await create('kwok', ['example.com/held']);
  await begin();
  await vi.waitFor(() => {
    expect(server.objects(Pod)[0]?.metadata.deletionGracePeriodSeconds).toBe(0);
  });
  await server.client.resource(Pod).mergePatch(key, { metadata: { labels: { seen: 'yes' } } });
  await deletion[Symbol.asyncDispose]();
  expect(server.objects(Pod)[0]?.metadata.finalizers).toEqual(['example.com/held']);
  expect(deletesSent()).toBe(2);
});

test('retries until the API server has deleted the Pod', async () => {
  await create();
  await begin();
  server.fail(deletes, 503, { times: 2 });
  await vi.waitFor(async () => {
    await clock.advance(1_000);
    expect(uids()).toEqual([]);
  });
});
