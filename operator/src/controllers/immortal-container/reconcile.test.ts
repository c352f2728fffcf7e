import { describe, expect, it } from 'vitest';

import { ImmortalContainer } from '../../apis/immortalcontainer.flugel.it/v1alpha1/immortal-container.ts';
import { awaitChange, checkAgain, Pod } from '@kubewright/runtime';
import { createInMemoryApiServer } from '../../../testing/src/in-memory-api-server/index.ts';
import { runController } from '../../../testing/src/run-controller/index.ts';
import { ordinalAnnotation } from './desired.ts';
import { immortalContainer } from './controller.ts';
import { someContainer, somePod } from './testing/some-pods.ts';
import { type Crash, Crashed, World } from './testing/world.ts';

const name = 'phoenix-immortalpod';

/** A world whose first Pod is there. */
async function settled(): Promise<World> {
  const world = new World();
  await world.settle();
  world.calls.length = 0;
  return world;
}

describe('an ImmortalContainer', () => {
  it('IC-T1 IC-T3 gets its Pod, then a status that says so', async () => {
    const world = new World();
    expect(await world.run()).toEqual(awaitChange);
    expect(world.calls).toEqual(['create 1', `status ${name} 1`]);
    expect(world.status).toMatchObject({ currentPod: name, startTimes: 1 });
  });

  it('IC-T4 asks for nothing when everything is as it is to be', async () => {
    const world = await settled();
    world.restart();
    expect(await world.settle()).toEqual(awaitChange);
    expect(world.calls).toEqual([]);
  });

  it('IC-T5 IC-T9 gets the next Pod when its Pod has gone, which is counted', async () => {
    const world = await settled();
    world.pod = undefined;
    await world.settle();
    expect(world.calls).toEqual(['create 2', `status ${name} 2`]);
  });

  it('IC-T6 IC-T9 BUG-IC-3 BUG-IC-6 names no Pod when the next one cannot be made', async () => {
    const world = await settled();
    world.pod = undefined;
    const stated: unknown[] = [];
    world.hindrance = (call) => {
      stated.push(call);
      throw new Error('NameConflict');
    };
    await expect(world.run()).rejects.toThrow('NameConflict');
    expect(stated).toEqual(['create 2']);
    expect(world.stated).toMatchObject({ currentPod: '', startTimes: 1 });
  });

  it('waits for a Pod that is being deleted to go, and names it until then', async () => {
    const world = await settled();
    world.deletePod();
    expect(await world.run()).toEqual(awaitChange);
    expect(world.calls).toEqual([`status ${name} 1`]);
    expect(world.status).toMatchObject({ currentPod: name, conditions: [{ reason: 'PodTerminating' }] });
  });

  it('BUG-IC-2 writes the count, deletes the Pod and makes the next one, when the image is another', async () => {
    const world = await settled();
    world.image = 'nginx:2';
    await world.settle();
    expect(world.calls.filter((call) => !call.startsWith('status'))).toEqual(['delete', 'create 2']);
    expect(world.calls.indexOf(`status ${name} 1`)).toBeLessThan(world.calls.indexOf('delete'));
    expect(world.pod?.spec.containers[0]?.image).toBe('nginx:2');
    expect(world.status).toMatchObject({ currentPod: name, startTimes: 2 });
  });

  it.each(['Failed', 'Succeeded'] as const)('BUG-IC-4 replaces a Pod that has %s', async (phase) => {
    const world = await settled();
    world.pod = { ...somePod(world.container, 1), status: { phase } };
    await world.settle();
    expect(world.calls.filter((call) => !call.startsWith('status'))).toEqual(['delete', 'create 2']);
  });

  it('lets a Pod that ended as soon as it was made rest, so that it does not keep the cluster busy', async () => {
    const world = await settled();
    world.pod = { ...somePod(world.container, 1), status: { phase: 'Failed' } };
    world.nowMs = Date.parse(world.pod.metadata.creationTimestamp) + 4_000;
    expect(await world.settle()).toEqual(checkAgain(6_000));
    expect(world.status).toMatchObject({ currentPod: name, conditions: [{ reason: 'PodEnded' }] });
    world.nowMs += 6_000;
    await world.settle();
    expect(world.made).toBe(2);
  });

  it('puts back an ordinal that somebody edited', async () => {
    const world = await settled();
    world.pod = somePod(world.container, 1, { metadata: { annotations: { [ordinalAnnotation]: '1000' } } });
    await world.settle();
    expect(world.calls).toEqual(['apply 1 nginx:1']);
    expect(world.status).toMatchObject({ startTimes: 1 });
  });

  it('IC-T9 restores a status that somebody emptied from the Pod', async () => {
    const world = await settled();
    world.pod = somePod(world.container, 7);
    world.status = undefined;
    await world.settle();
    expect(world.calls).toEqual([`status ${name} 7`]);
  });

  describe('of an older operator, whose Pod carries no ordinal and is not watched,', () => {
    function older(startTimes: number | undefined): World {
      const world = new World();
      world.pod = somePod(world.container, 1, { metadata: { annotations: {} } });
      world.watched = false;
      world.status = startTimes === undefined ? undefined : { currentPod: name, startTimes };
      return world;
    }

    const podKey = { namespace: 'default', name };

    /** The third Pod of an older operator is being deleted, and held by somebody. */
    async function deleted() {
      const server = createInMemoryApiServer({ kinds: [ImmortalContainer] });
      const { apiVersion, kind, metadata, spec } = someContainer();
      const containers = server.client.resource(ImmortalContainer);
      const key = { namespace: 'default', name: metadata.name };
      const { uid } = (await containers.create({ apiVersion, kind, metadata: key, spec })).metadata;
      await containers.mergePatch(key, { status: { currentPod: name, startTimes: 3 } }, { subresource: 'status' });
      const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid, controller: true }];
      const pods = server.client.resource(Pod);
      await pods.create({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { ...podKey, finalizers: ['example.com/hold'], ownerReferences },
        spec: { containers: [{ name: 'acontainer', image: spec.image }] },
      });
      await pods.delete(podKey, { propagation: 'Background' });
      return { server, pods };
    }

    it('keeps the Pod, and counts on from what was written', async () => {
      for (const [startTimes, count] of [
        [3, '3'],
        [undefined, '1'],
      ] as const) {
        const world = older(startTimes);
        await world.settle();
        expect(world.calls).toEqual([`apply ${count} nginx:1`, `status ${name} ${count}`]);
        expect(world.made).toBe(0);
      }
    });

    it('gets the next Pod once its Pod, which was being deleted, has gone', async () => {
      const { server, pods } = await deleted();
      await using run = await runController(immortalContainer, { server });
      await run.settled();
      await pods.mergePatch(podKey, { metadata: { finalizers: null } });
      await run.advance(1_000);
      expect(server.objects(Pod)).toMatchObject([{ metadata: { annotations: { [ordinalAnnotation]: '4' } } }]);
    });

    it('BUG-IC-2 replaces a Pod of another image', async () => {
      const world = older(3);
      world.image = 'nginx:2';
      expect(await world.run()).toEqual(awaitChange);
      await world.settle();
      expect(world.pod?.spec.containers[0]?.image).toBe('nginx:2');
      expect(world.status).toMatchObject({ startTimes: 4 });
    });
  });
});

describe('BUG-IC-1 the count', () => {
  const crashes: readonly Crash[] = Array.from({ length: 8 }, (_, call) => call).flatMap((call) => [
    { call, when: 'before' },
    { call, when: 'after' },
  ]);

  /** Lets a new process run until it ends at this call, or until there is nothing left to do. */
  async function runUntil(world: World, crash: Crash): Promise<void> {
    world.restart();
    world.crashAt(crash);
    await world.settle().catch((error: unknown) => {
      if (!(error instanceof Crashed)) throw error;
    });
  }

  async function expectExact(world: World, ...crashed: readonly Crash[]): Promise<void> {
    world.restart();
    await world.settle();
    expect.soft(world.status, JSON.stringify([crashed, world.calls])).toMatchObject({
      currentPod: name,
      startTimes: world.made,
    });
  }

  it.each<[string, (world: World) => void]>([
    ['nothing happens', () => undefined],
    [
      'the Pod is deleted',
      (world) => {
        world.deletePod();
      },
    ],
    [
      'the image is changed',
      (world) => {
        world.image = 'nginx:2';
      },
    ],
    [
      'the Pod has failed',
      (world) => {
        world.pod = world.pod && { ...world.pod, status: { phase: 'Failed' } };
      },
    ],
    [
      'the status is emptied',
      (world) => {
        world.status = undefined;
      },
    ],
  ])('is exact wherever two processes end, between which %s', async (_what, happen) => {
    for (const first of crashes) {
      for (const second of crashes) {
        const world = new World();
        await runUntil(world, first);
        happen(world);
        await runUntil(world, second);
        await expectExact(world, first, second);
      }
    }
  });

  it.each(crashes)(
    'is exact after a Pod that went while nobody looked, if the process ends $when call $call',
    async (crash) => {
      const world = await settled();
      world.pod = undefined;
      await runUntil(world, crash);
      await expectExact(world, crash);
    },
  );

  it('is exact whichever call of a process meets a conflict', async () => {
    for (const crash of crashes) {
      const world = new World();
      world.crashAt(crash);
      await world.settle().catch(() => undefined);
      world.image = 'nginx:2';
      world.crashAt(crash);
      await world.settle().catch(() => undefined);
      await world.settle();
      expect.soft(world.status, JSON.stringify([crash, world.calls])).toMatchObject({ startTimes: world.made });
    }
  });

  /** The second Pod is made, its count cannot be written because others changed the status, and at once it is gone. */
  async function goneUncounted(): Promise<World> {
    const world = await settled();
    world.pod = undefined;
    world.hindrance = (call) => {
      if (call !== `status ${name} 2`) return;
      world.hindrance = () => undefined;
      world.pod = undefined;
      throw new Error('conflict');
    };
    await expect(world.settle()).rejects.toThrow('conflict');
    return world;
  }

  it('is exact also if the process that made the Pod has ended, and the next one saw it only', async () => {
    const world = await goneUncounted();
    world.restart();
    world.pod = somePod(world.container, 2);
    world.hindrance = (call) => {
      if (!call.startsWith('status')) return;
      world.hindrance = () => undefined;
      world.pod = undefined;
      throw new Error('conflict');
    };
    await expect(world.settle()).rejects.toThrow('conflict');
    await world.settle();
    expect(world.made).toBe(3);
    expect(world.status).toMatchObject({ currentPod: name, startTimes: 3 });
  });

  it('is exact when the status was changed by others, and the Pod is gone before the next run', async () => {
    const world = await goneUncounted();
    await world.settle();
    expect(world.made).toBe(3);
    expect(world.status).toMatchObject({ currentPod: name, startTimes: 3 });
  });

  it('is written after that before the next Pod is made, so that a crash finds no ordinal too far ahead', async () => {
    const world = await goneUncounted();
    world.calls.length = 0;
    await world.settle();
    expect(world.calls).toEqual(['status  2', 'create 3', `status ${name} 3`]);
    for (const crash of crashes.filter(({ call, when }) => call > 0 || when === 'after')) {
      const again = await goneUncounted();
      again.crashAt(crash);
      await again.settle().catch(() => undefined);
      await expectExact(again, crash);
    }
  });

  it('forgets in memory what the status has caught up with, so that somebody may set it back', async () => {
    const world = await settled();
    world.pod = undefined;
    let conflicts = 0;
    world.hindrance = (call) => {
      if (call === `status ${name} 2` && (conflicts += 1) === 1) throw new Error('conflict');
    };
    await expect(world.settle()).rejects.toThrow('conflict');
    await world.settle();
    world.status = { ...world.status, startTimes: 1 };
    world.pod = undefined;
    await world.settle();
    expect(world.status).toMatchObject({ startTimes: 2 });
  });
});
