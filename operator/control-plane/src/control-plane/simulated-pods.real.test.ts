import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';

import { type KnownWatchEvent, type Client, connect } from '../../../runtime/src/client/index.ts';
import { systemClock } from '../../../runtime/src/base/index.ts';
import { Namespace, Pod, ServiceAccount } from '@kubewright/runtime/kinds';

const soon = { timeout: 60_000, interval: 50 };
const namespace = 'simulated-pods';
const names = Array.from({ length: 30 }, (_, index) => `phoenix-${String(index)}`);
const rounds = 4;

let client: Client;

beforeAll(async () => {
  ({ client } = await connect({ kubeconfig: inject('kubeconfigPath'), clock: systemClock }));
  await client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  // Every Pod needs this ServiceAccount.
  await vi.waitFor(() => client.resource(ServiceAccount).get({ namespace, name: 'default' }), soon);
});

afterAll(async () => {
  await client.transport.close();
});

const pods = () => client.resource(Pod);

function create(name: string): Promise<Pod> {
  const containers = [{ name: 'a', image: 'example.com/a:1' }];
  return pods().create({ metadata: { namespace, name }, spec: { nodeName: 'kwok', containers } });
}

/** Creates each deleted Pod again at once, as a controller would; records the deleted ones in `gone`. */
async function remakeAll(from: string, gone: string[], signal: AbortSignal): Promise<void> {
  const events = await pods().watch({ namespace, resourceVersion: from, signal });
  for await (const { type, object } of events as AsyncIterable<KnownWatchEvent<Pod>>) {
    if (type !== 'DELETED') continue;
    gone.push(object.metadata.uid);
    await create(object.metadata.name);
  }
}

async function listRunning(): Promise<ReadonlyMap<string, string>> {
  const { items } = await pods().list({ namespace });
  const run = items.filter(({ status }) => status?.phase === 'Running');
  return new Map(run.map(({ metadata }) => [metadata.name, metadata.uid]));
}

test('a simulated Pod that is created again at once under its name is not deleted with the previous one', async () => {
  for (const name of names) await create(name);
  const [gone, asked, stop] = [[] as string[], new Set<string>(), new AbortController()];
  const { resourceVersion } = await pods().list({ namespace });
  const remaking = remakeAll(resourceVersion, gone, stop.signal).catch(() => undefined);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await expect.poll(async () => (await listRunning()).size, soon).toBe(names.length);
      const now = await listRunning();
      for (const uid of now.values()) asked.add(uid);
      await Promise.all(names.map((name) => pods().delete({ namespace, name }, { propagation: 'Background' })));
      const areNew = async (): Promise<boolean> => [...(await listRunning()).values()].every((uid) => !asked.has(uid));
      await expect.poll(areNew, soon).toBe(true);
    }
  } finally {
    stop.abort();
    await remaking;
  }
  expect(gone.filter((uid) => !asked.has(uid))).toEqual([]);
});
