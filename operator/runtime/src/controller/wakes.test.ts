import { describe, expect, it } from 'vitest';

import {
  beginTerm,
  type ControllerFixture,
  Cafe,
  buildCafe,
  defineRecordingController,
  buildObject,
  createScriptedController,
} from '../../fixtures/scripted-controller.ts';
import { type Kind, type KubeObject, type ObjectKey, sleepWith } from '../base/index.ts';
import { ConfigMap, Deployment } from '../kinds/index.ts';
import { requeueAfter, defineController, generationChanged, owns, usedBy, watches } from '../reconcile/index.ts';

/** Starts a controller, and waits until it has reconciled its resources once. */
async function startWorking(declaration: object, options: Parameters<typeof createScriptedController>[1] = {}) {
  const visits: string[] = [];
  const fixture = createScriptedController(defineRecordingController(visits, declaration), options);
  fixture.emitSynced('mocca', 'latte');
  const term = beginTerm(fixture);
  await fixture.clock.settle();
  visits.length = 0;
  return { ...fixture, ...term, visits };
}

async function emit(
  fixture: Pick<ControllerFixture, 'emit' | 'clock'>,
  kind: Kind,
  ...objects: readonly KubeObject[]
): Promise<void> {
  for (const object of objects) fixture.emit(kind, { type: 'applied', object });
  await fixture.clock.settle();
}

const sync = (fixture: Pick<ControllerFixture, 'emit'>, kind: Kind, ...items: readonly KubeObject[]): void => {
  fixture.emit(kind, { type: 'replaced', items, resourceVersion: '10' });
};

/** Returns a function that returns the object with a higher resource version at each call. */
function createVersions(kind: Kind, name: string) {
  let version = 10;
  return (metadata: Partial<KubeObject['metadata']>): KubeObject =>
    buildObject(kind, name, { resourceVersion: String((version += 1)), ...metadata });
}

const controlledBy = (name: string): Partial<KubeObject['metadata']> => ({
  ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Cafe', name, uid: `uid-of-${name}`, controller: true }],
});

describe('`predicate`', () => {
  it('of the resources themselves filters their updates', async () => {
    const fixture = await startWorking({ predicate: generationChanged });
    const mocca = createVersions(Cafe, 'mocca');
    await emit(fixture, Cafe, mocca({ generation: 1 }));
    expect(fixture.visits).toEqual(['mocca']);
    await emit(fixture, Cafe, mocca({ generation: 1, labels: { seen: 'yes' } }));
    expect(fixture.visits).toEqual(['mocca']);
    await emit(fixture, Cafe, mocca({ generation: 2 }));
    expect(fixture.visits).toEqual(['mocca', 'mocca']);
  });

  it('of owned and watched kinds filters their updates, and no others', async () => {
    const fixture = await startWorking({
      predicate: generationChanged,
      owns: { deployments: owns(Deployment, { predicate: generationChanged }) },
      watches: {
        menus: watches(ConfigMap, () => [{ namespace: 'default', name: 'latte' }], {
          predicate: (before, after) => before.metadata.labels?.['menu'] !== after.metadata.labels?.['menu'],
        }),
      },
    });
    const [deployment, menu] = [createVersions(Deployment, 'd'), createVersions(ConfigMap, 'm')];
    sync(fixture, Deployment);
    sync(fixture, ConfigMap);
    await emit(fixture, Deployment, deployment({ ...controlledBy('mocca'), generation: 1 }));
    await emit(fixture, ConfigMap, menu({ labels: { menu: 'a' } }));
    expect(fixture.visits.splice(0)).toEqual(['mocca', 'latte']);
    await emit(fixture, Deployment, deployment({ ...controlledBy('mocca'), generation: 1, labels: { seen: 'yes' } }));
    await emit(fixture, ConfigMap, menu({ labels: { menu: 'a', seen: 'yes' } }));
    expect(fixture.visits).toEqual([]);
    await emit(fixture, ConfigMap, menu({ labels: { menu: 'b' } }));
    await emit(fixture, Deployment, deployment({ ...controlledBy('mocca'), generation: 2 }));
    expect(fixture.visits).toEqual(['latte', 'mocca']);
  });

  it('that throws is logged, and its update passes', async () => {
    const fixture = await startWorking({
      predicate: () => {
        throw new Error('what is a generation?');
      },
    });
    await emit(fixture, Cafe, buildCafe('mocca', '11'));
    expect(fixture.visits).toEqual(['mocca']);
    const line = {
      level: 'error',
      message: 'a listener for changes of a cache threw an error',
      error: 'what is a generation?',
    };
    expect(fixture.logger.lines).toContainEqual(line);
  });
});

/** Builds a Cafe that refers to a menu by name. */
const buildServing = (name: string, menu: string, resourceVersion: string): KubeObject =>
  ({ ...buildCafe(name, resourceVersion), spec: { menu } }) as KubeObject;

const menus = usedBy(Cafe, ({ spec }) => (spec.menu === undefined ? [] : [spec.menu]));

describe('a watched object that resources name', () => {
  it('wakes exactly the resources that name it at present', async () => {
    const fixture = await startWorking({ watches: { menus: watches(ConfigMap, menus) } });
    sync(fixture, ConfigMap, buildObject(ConfigMap, 'winter'), buildObject(ConfigMap, 'summer'));
    await emit(fixture, Cafe, buildServing('mocca', 'winter', '11'), buildServing('latte', 'summer', '12'));
    fixture.visits.length = 0;
    const winter = createVersions(ConfigMap, 'winter');
    await emit(fixture, ConfigMap, winter({}));
    expect(fixture.visits.splice(0)).toEqual(['mocca']);
    await emit(fixture, Cafe, buildServing('mocca', 'summer', '13'));
    fixture.visits.length = 0;
    await emit(fixture, ConfigMap, winter({}), buildObject(ConfigMap, 'summer', { resourceVersion: '20' }));
    expect(fixture.visits.sort()).toEqual(['latte', 'mocca']);
  });
});

describe('a trigger', () => {
  const bookings = async function* ({ signal, clock }: { signal: AbortSignal; clock: ControllerFixture['clock'] }) {
    for (;;) {
      await sleepWith(clock, 1000, signal);
      yield { namespace: 'default', name: 'latte' } satisfies ObjectKey;
    }
  };

  it('wakes the resource of a yielded key during the term', async () => {
    const fixture = await startWorking({ triggers: { bookings } });
    await fixture.clock.advance(2000);
    expect(fixture.visits).toEqual(['latte', 'latte']);
    fixture.lose();
    await fixture.over;
    await fixture.clock.advance(10_000);
    expect([fixture.visits.length, fixture.controller.queue.length, fixture.clock.timers]).toEqual([2, 0, 0]);
  });

  it('is restarted with the next term', async () => {
    const fixture = await startWorking({ triggers: { bookings } });
    fixture.lose();
    await fixture.over;
    beginTerm(fixture);
    await fixture.clock.advance(1000);
    expect(fixture.visits).toEqual(['mocca', 'latte', 'latte']);
  });

  it('with the key of a missing resource causes no reconcile', async () => {
    const fixture = await startWorking({
      triggers: {
        async *bookings() {
          yield { namespace: 'default', name: 'nowhere' };
        },
      },
    });
    await fixture.clock.settle();
    expect([fixture.visits, fixture.controller.queue.length]).toEqual([[], 0]);
  });
});

describe('a resync', () => {
  it('reconciles every resource in every period, until the term ends', async () => {
    const fixture = await startWorking({}, { resyncPeriodMs: 60_000 });
    await fixture.clock.advance(59_999);
    expect(fixture.visits).toEqual([]);
    await fixture.clock.advance(60_001);
    expect(fixture.visits).toEqual(['mocca', 'latte', 'mocca', 'latte']);
    fixture.stop.abort();
    await fixture.over;
    await fixture.clock.advance(600_000);
    expect([fixture.visits.length, fixture.clock.timers]).toEqual([4, 0]);
  });

  it('has a lower priority than changes that come meanwhile', async () => {
    const order: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const definition = defineController(Cafe, {
      async reconcile({ metadata }, { clock }) {
        order.push(metadata.name);
        if (clock.monotonic() > 1000) await gate.promise;
        return requeueAfter(3_600_000);
      },
    });
    const fixture = createScriptedController(definition, { resyncPeriodMs: 60_000 });
    fixture.emitSynced('a', 'b', 'c', 'd');
    beginTerm(fixture);
    await fixture.clock.advance(60_000);
    fixture.emit(Cafe, { type: 'applied', object: buildCafe('d', '11') });
    fixture.emit(Cafe, { type: 'applied', object: buildCafe('new', '12') });
    gate.resolve(undefined);
    await fixture.clock.settle();
    expect(order.slice(4)).toEqual(['a', 'd', 'new', 'b', 'c']);
  });

  it('does not run without a period', async () => {
    const fixture = await startWorking({});
    await fixture.clock.advance(1e9);
    expect([fixture.visits, fixture.clock.timers]).toEqual([[], 0]);
  });
});

describe('a requeueAfter', () => {
  it('is exact despite changes of other keys, and each reconcile replaces it', async () => {
    const at: string[] = [];
    const definition = defineController(Cafe, {
      reconcile({ metadata }, { clock }) {
        at.push(`${metadata.name}@${String(clock.monotonic())}`);
        return Promise.resolve(requeueAfter(60_000));
      },
    });
    const fixture = createScriptedController(definition);
    fixture.emitSynced('mocca');
    beginTerm(fixture);
    await fixture.clock.advance(1000);
    fixture.emit(Cafe, { type: 'applied', object: buildCafe('latte', '11') });
    await fixture.clock.advance(60_000);
    expect(at).toEqual(['mocca@0', 'latte@1000', 'mocca@60000', 'latte@61000']);
    fixture.emit(Cafe, { type: 'applied', object: buildCafe('latte', '12') });
    await fixture.clock.advance(60_000);
    expect(at.slice(4)).toEqual(['latte@61000', 'mocca@120000', 'latte@121000']);
  });
});
