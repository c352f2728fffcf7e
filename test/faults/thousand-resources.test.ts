import { afterAll, beforeAll, expect, it } from 'vitest';

import { defineApi, t } from '../../operator/runtime/src/api/index.ts';
import { ConfigMap, Secret } from '../../operator/runtime/src/kinds/index.ts';
import { awaitChange, defineController, owns } from '../../operator/runtime/src/reconcile/index.ts';
import { startControlPlane, type ControlPlane } from '../../operator/testing/src/index.ts';
import {
  createClusterFixture,
  createGroupName,
  type ClusterFixture,
} from '../../operator/runtime/fixtures/cluster-fixture.ts';
import { mapParallel } from '../support/map-parallel.ts';

const Cafe = defineApi({
  group: createGroupName('writes'),
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({}),
  status: t.object({ children: t.integer() }),
});

const count = 1000;
let controlPlane: ControlPlane;
let cluster: ClusterFixture;

beforeAll(async () => {
  // ConfigMaps and Secrets need no component other than the API server.
  controlPlane = await startControlPlane({
    components: { controllerManager: false, scheduler: false, kwok: false },
  });
  cluster = await createClusterFixture(controlPlane.kubeconfigPath, Cafe);
});

afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
  await controlPlane[Symbol.asyncDispose]();
});

function countWrites(writes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const write of writes) {
    const what = write.replace(/cafe-\d+/, 'NAME').replace(/^(\w+) .*\/(\w+\/NAME.*)$/, '$1 $2');
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

// Detects a queue or a cache that causes more writes. For example, a priority queue with a cache that gets the
// operator's own writes only from the watch causes 11 to 15 % more.
// id: fault-12
it(
  'a thousand resources, half of which exist when the operator starts, cost one write per child and one per status',
  { timeout: 300_000 },
  async () => {
    const names = Array.from({ length: count }, (_, index) => `cafe-${String(index)}`);
    const createCafe = (name: string): Promise<unknown> => cluster.create(Cafe, name, { spec: {} });
    const done = new Set<string>();
    const definition = defineController(Cafe, {
      owns: { configMaps: owns(ConfigMap), secrets: owns(Secret) },
      async reconcile({ metadata: { name } }, { configMaps, secrets, status }) {
        await configMaps.apply({ metadata: { name }, data: { cafe: name } });
        await secrets.apply({ metadata: { name }, type: 'Opaque' });
        status.set({ children: configMaps.list().length + secrets.list().length });
        done.add(name);
        return awaitChange;
      },
    });
    await mapParallel(names.slice(0, count / 2), 25, createCafe);
    await using run = await cluster.run(definition);
    await mapParallel(names.slice(count / 2), 25, createCafe);
    await expect.poll(() => done.size === count && run.idle, { timeout: 240_000, interval: 200 }).toBe(true);
    expect(countWrites(run.writes)).toEqual({
      'PATCH cafes/NAME/status': count,
      'PATCH configmaps/NAME': count,
      'PATCH secrets/NAME': count,
    });
    const { items } = await cluster.client.resource(Cafe).list({ namespace: cluster.namespace });
    expect(items.map(({ status }) => status?.children)).toEqual(Array(count).fill(2));
  },
);
