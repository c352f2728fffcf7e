import { describe, expect, it } from 'vitest';

import { useCluster, createGroupName } from '../../fixtures/cluster-fixture.ts';
import { defineApi, type ResourceOf, t } from '../api/index.ts';
import { type Clock, type ObjectKey, sleepWith } from '../base/index.ts';
import { ConfigMap, Secret } from '../kinds/index.ts';
import {
  type Action,
  allOf,
  awaitChange,
  requeueAfter,
  defineController,
  generationChanged,
  owns,
  usedBy,
  watches,
} from '../reconcile/index.ts';

type Cafe = ResourceOf<typeof Cafe>;
const Cafe = defineApi({
  group: createGroupName('wakes'),
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({ menu: t.optional(t.string()) }),
  status: t.object({ guests: t.integer() }),
});

const patient = { timeout: 30_000, interval: 25 };
const cluster = useCluster(Cafe);

/** The names of the Cafes of one test; a test records only these. */
const buildNames = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index)}`);

const open = (cafes: readonly string[], spec: (index: number) => object = () => ({})): Promise<unknown> =>
  Promise.all(cafes.map((name, index) => cluster().create(Cafe, name, { spec: spec(index) })));

describe('an object that resources name', () => {
  it('wakes, when it changes, exactly the resources that name it', async () => {
    const cafes = buildNames('named', 20);
    const menus = buildNames('menu', 4);
    const visits: string[] = [];
    const definition = defineController(Cafe, {
      predicate: generationChanged,
      watches: {
        menus: watches(
          ConfigMap,
          usedBy(Cafe, ({ spec }) => [spec.menu].filter((menu) => menu !== undefined)),
        ),
      },
      async reconcile({ metadata }) {
        visits.push(metadata.name);
        return awaitChange;
      },
    });
    await Promise.all(menus.map((name) => cluster().create(ConfigMap, name)));
    await open(cafes, (index) => ({ menu: menus[index % 4] }));
    await using run = await cluster().run(definition);
    await expect.poll(() => new Set(visits).size >= 20 && run.idle, patient).toBe(true);
    visits.length = 0;
    const maps = cluster().client.resource(ConfigMap);
    await maps.mergePatch({ namespace: cluster().namespace, name: 'menu-2' }, { data: { soup: 'of the day' } });
    await expect
      .poll(() => visits.toSorted(), patient)
      .toEqual(['named-10', 'named-14', 'named-18', 'named-2', 'named-6']);
    visits.length = 0;
    await cluster()
      .client.resource(Cafe)
      .mergePatch({ namespace: cluster().namespace, name: 'named-2' }, { spec: { menu: 'menu-3' } });
    await expect.poll(() => visits, patient).toEqual(['named-2']);
    visits.length = 0;
    await maps.delete({ namespace: cluster().namespace, name: 'menu-2' }, { propagation: 'Background' });
    await expect.poll(() => visits.toSorted(), patient).toEqual(['named-10', 'named-14', 'named-18', 'named-6']);
    await maps.mergePatch({ namespace: cluster().namespace, name: 'menu-3' }, { data: { soup: 'none' } });
    await expect
      .poll(() => visits.slice(4).toSorted(), patient)
      .toEqual([...['named-11', 'named-15', 'named-19', 'named-2', 'named-3', 'named-7']]);
  });
});

it('an object that concerns all resources wakes each of them once when it appears, changes and goes', async () => {
  const cafes = buildNames('all', 20);
  const visits: string[] = [];
  const definition = defineController(Cafe, {
    name: 'all-of',
    predicate: generationChanged,
    watches: { policies: watches(ConfigMap, allOf(Cafe), { labelSelector: 'policy' }) },
    async reconcile({ metadata }) {
      if (cafes.includes(metadata.name)) visits.push(metadata.name);
      return awaitChange;
    },
  });
  await open(cafes);
  await using run = await cluster().run(definition);
  await expect.poll(() => new Set(visits).size === 20 && run.idle, patient).toBe(true);
  const policy = { namespace: cluster().namespace, name: 'policy' };
  const maps = cluster().client.resource(ConfigMap);
  const steps: readonly (() => Promise<unknown>)[] = [
    () => maps.create({ metadata: { ...policy, labels: { policy: 'yes' } } }),
    () => maps.mergePatch(policy, { data: { open: 'late' } }),
    () => maps.delete(policy, { propagation: 'Background' }),
  ];
  for (const step of steps) {
    visits.length = 0;
    await step();
    await expect.poll(() => visits.toSorted(), patient).toEqual(cafes.toSorted());
  }
});

describe('periodic work', () => {
  it('reconciles the objects whose keys it returns, again and again, until the controller stops', async () => {
    await open(['counted', 'ignored']);
    const visits: string[] = [];
    let running = 0;
    const overlaps: number[] = [];
    const definition = defineController(Cafe, {
      triggers: {
        inventory: {
          everyMs: 50,
          async work({ resources, clock, signal }) {
            overlaps.push((running += 1));
            await clock.sleep(70, signal);
            running -= 1;
            const counted = resources().filter(({ metadata }) => metadata.name === 'counted');
            return counted.map(({ metadata: { name, namespace } }) => ({ name, namespace }));
          },
        },
      },
      async reconcile({ metadata }) {
        visits.push(metadata.name);
        return awaitChange;
      },
    });
    const run = await cluster().run(definition);
    await expect.poll(() => visits.filter((name) => name === 'counted').length, patient).toBeGreaterThan(5);
    await run.stop();
    const runs = overlaps.length;
    expect(new Set(overlaps)).toEqual(new Set([1]));
    expect(visits.filter((name) => name === 'ignored')).toHaveLength(1);
    await cluster().client.resource(ConfigMap).list({ namespace: cluster().namespace });
    expect(overlaps).toHaveLength(runs);
  });
});

describe('triggers', () => {
  it('wake the resource of a yielded key; failing and hanging ones do not block the others', async () => {
    await open(['yielded', 'never']);
    const visits: string[] = [];
    const calls: number[] = [];
    let late: ((key: ObjectKey) => void) | undefined;
    const definition = defineController(Cafe, {
      triggers: {
        async *ticking({ clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal }) {
          for (;;) {
            await sleepWith(clock, 20, signal);
            yield { namespace: cluster().namespace, name: 'yielded' };
          }
        },
        broken: ({ clock }: { readonly clock: Clock }) => {
          calls.push(clock.monotonic());
          throw new Error('no bookings today');
        },
        async *hanging() {
          yield await new Promise<ObjectKey>((resolve) => (late = resolve));
        },
      },
      async reconcile({ metadata }) {
        visits.push(metadata.name);
        return awaitChange;
      },
    });
    const run = await cluster().run(definition, { random: () => 0.9 });
    await expect.poll(() => visits.filter((name) => name === 'yielded').length, patient).toBeGreaterThan(10);
    await expect.poll(() => calls.length, patient).toBeGreaterThanOrEqual(3);
    const [first = 0, second = 0, third = 0] = calls;
    // The waits are at least 550 and 1100 ms by the system clock.
    expect(second - first).toBeGreaterThan(500);
    expect(third - second).toBeGreaterThan(1000);
    expect(visits.filter((name) => name === 'never')).toHaveLength(1);
    await run.stop();
    const before = [visits.length, calls.length];
    late?.({ namespace: cluster().namespace, name: 'never' });
    await cluster().client.resource(ConfigMap).list({ namespace: cluster().namespace });
    expect([visits.length, calls.length, run.controller.queue.length]).toEqual([...before, 0]);
  });
});

describe('a settled cluster', () => {
  it('is reconciled again in every period, without a write', async () => {
    const cafes = buildNames('settled', 10);
    const visits = new Map<string, number>();
    const definition = defineController(Cafe, {
      owns: { configMaps: owns(ConfigMap), secrets: owns(Secret) },
      async reconcile({ metadata: { name } }, { configMaps, secrets, status }): Promise<Action> {
        const map = await configMaps.apply({ metadata: { name }, data: { cafe: name } });
        await secrets.apply({ metadata: { name }, type: 'Opaque' });
        status.set({ guests: map.metadata.name.length });
        visits.set(name, (visits.get(name) ?? 0) + 1);
        return requeueAfter(3_600_000);
      },
    });
    await open(cafes);
    await using run = await cluster().run(definition, { resyncPeriodMs: 200 });
    const seen = (times: number) => () => cafes.every((name) => (visits.get(name) ?? 0) >= times);
    await expect.poll(seen(1), patient).toBe(true);
    await expect.poll(() => run.idle, patient).toBe(true);
    const written = run.writes.length;
    visits.clear();
    await expect.poll(seen(5), patient).toBe(true);
    expect(run.writes.slice(written)).toEqual([]);
  });
});
