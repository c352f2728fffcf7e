import { describe, expect, it } from 'vitest';

import { buildStatusAnswer } from '../../../testing/src/in-memory-api-server/rejection.ts';
import { ordinalAnnotation } from './desired.ts';
import { ContainerCluster, type Crash } from './testing/container-cluster.ts';

const name = 'phoenix-immortalpod';
const conflict = buildStatusAnswer(409, 'Conflict', { message: 'the object has been modified' });
const held = ['example.com/hold'];

describe('an ImmortalContainer', () => {
  it('IC-T1 IC-T3 gets its Pod, then its status', async () => {
    await using cluster = await ContainerCluster.create();
    await cluster.settle();
    expect(cluster.calls).toEqual(['create 1', `status ${name} 1`]);
    expect(cluster.status).toMatchObject({ currentPod: name, startTimes: 1 });
    expect(new Set((await cluster.run()).results)).toEqual(new Set(['success']));
  });

  it('IC-T4 sends nothing when everything is up to date', async () => {
    await using cluster = await ContainerCluster.settled();
    await cluster.restart();
    await cluster.settle();
    expect(cluster.calls).toEqual([]);
  });

  it('IC-T5 IC-T9 gets the next Pod when its Pod was deleted, and counts it', async () => {
    await using cluster = await ContainerCluster.settled();
    await cluster.losePod();
    await cluster.settle();
    expect(cluster.calls).toEqual(['create 2', `status ${name} 2`]);
  });

  it('IC-T6 IC-T9 BUG-IC-3 BUG-IC-6 names no Pod when the next one cannot be created', async () => {
    await using cluster = await ContainerCluster.settled();
    const asked: string[] = [];
    cluster.interceptCall = (call) => {
      asked.push(call);
      return call === 'create 2' ? buildStatusAnswer(403, 'Forbidden', { message: 'exceeded quota' }) : undefined;
    };
    await cluster.losePod();
    await (await cluster.run()).awaitIdle();
    expect(asked).toEqual(['create 2', 'status  1']);
    expect(cluster.status).toMatchObject({ currentPod: '', startTimes: 1 });
  });

  it('waits for a terminating Pod, and names it until it is deleted', async () => {
    await using cluster = await ContainerCluster.settled();
    await cluster.losePod(held);
    await (await cluster.run()).awaitIdle();
    expect(cluster.calls).toEqual([`status ${name} 1`]);
    expect(cluster.status).toMatchObject({
      currentPod: name,
      conditions: expect.arrayContaining([expect.objectContaining({ reason: 'PodTerminating' })]) as unknown,
    });
  });

  it('BUG-IC-2 writes the count, deletes the Pod and creates the next one, when the image has changed', async () => {
    await using cluster = await ContainerCluster.settled();
    await cluster.setImage('nginx:2');
    await cluster.settle();
    expect(cluster.calls.filter((call) => !call.startsWith('status'))).toEqual(['delete', 'create 2']);
    expect(cluster.calls.indexOf(`status ${name} 1`)).toBeLessThan(cluster.calls.indexOf('delete'));
    expect(cluster.calls).toContain(`status ${name} 1`);
    expect(cluster.pod?.spec.containers[0]?.image).toBe('nginx:2');
    expect(cluster.status).toMatchObject({ currentPod: name, startTimes: 2 });
  });

  it.each(['Failed', 'Succeeded'] as const)('BUG-IC-4 replaces a Pod that has %s', async (phase) => {
    await using cluster = await ContainerCluster.settled();
    await cluster.setPodStatus({ phase });
    await cluster.settle();
    expect(cluster.calls.filter((call) => !call.startsWith('status'))).toEqual(['delete', 'create 2']);
  });

  it('does not replace a Pod that ended soon after its creation before ten seconds are over', async () => {
    await using cluster = await ContainerCluster.create();
    const run = await cluster.run();
    await run.awaitIdle();
    await run.advance(4_000);
    await cluster.setPodStatus({ phase: 'Failed' });
    await run.awaitIdle();
    expect(cluster.status).toMatchObject({
      currentPod: name,
      conditions: expect.arrayContaining([expect.objectContaining({ reason: 'PodEnded' })]) as unknown,
    });
    await run.advance(5_999);
    expect(cluster.created).toBe(1);
    await run.advance(1);
    expect(cluster.created).toBe(2);
  });

  it('restores an ordinal that somebody edited', async () => {
    await using cluster = await ContainerCluster.settled();
    await cluster.editPod({ metadata: { annotations: { [ordinalAnnotation]: '1000' } } });
    await cluster.settle();
    expect(cluster.calls).toEqual(['apply 1 nginx:1']);
    expect(cluster.status).toMatchObject({ startTimes: 1 });
  });

  it('IC-T9 restores an emptied status from the Pod', async () => {
    await using cluster = await ContainerCluster.create({ startTimes: 6 });
    await cluster.settle();
    cluster.calls.length = 0;
    await cluster.clearStatus();
    await cluster.settle();
    expect(cluster.calls).toEqual([`status ${name} 7`]);
  });

  describe('of an older operator, whose Pod has no ordinal and is not watched,', () => {
    async function createOlderCluster(startTimes?: number): Promise<ContainerCluster> {
      const cluster = await ContainerCluster.create(
        startTimes === undefined ? undefined : { currentPod: name, startTimes },
      );
      await cluster.createOlderPod();
      return cluster;
    }

    it('keeps the Pod, and continues the recorded count', async () => {
      for (const [startTimes, count] of [
        [3, '3'],
        [undefined, '1'],
      ] as const) {
        await using cluster = await createOlderCluster(startTimes);
        await cluster.settle();
        expect(cluster.calls).toEqual([`apply ${count} nginx:1`, `status ${name} ${count}`]);
        expect(cluster.created).toBe(0);
      }
    });

    it('gets the next Pod once its terminating Pod is deleted', async () => {
      await using cluster = await createOlderCluster(3);
      await cluster.losePod(held);
      const run = await cluster.run();
      await run.awaitIdle();
      await cluster.editPod({ metadata: { finalizers: null } });
      await run.advance(1_000);
      expect(cluster.pod?.metadata.annotations).toMatchObject({ [ordinalAnnotation]: '4' });
    });

    it('BUG-IC-2 replaces a Pod of another image', async () => {
      await using cluster = await createOlderCluster(3);
      await cluster.setImage('nginx:2');
      await cluster.settle();
      expect(cluster.pod?.spec.containers[0]?.image).toBe('nginx:2');
      expect(cluster.status).toMatchObject({ startTimes: 4 });
    });
  });
});

describe('BUG-IC-1 the count', () => {
  const crashes: readonly Crash[] = Array.from({ length: 8 }, (_, call) => call).flatMap((call) => [
    { call, when: 'before' },
    { call, when: 'after' },
  ]);

  /** Runs a new process until it crashes at this write, or is idle. */
  async function runUntil(cluster: ContainerCluster, crash: Crash): Promise<boolean> {
    await cluster.restart(crash);
    await cluster.settle();
    return cluster.hasCrashed;
  }

  async function expectExact(cluster: ContainerCluster, ...crashed: readonly Crash[]): Promise<void> {
    await cluster.restart();
    await cluster.settle();
    expect.soft(cluster.status, JSON.stringify([crashed, cluster.calls])).toMatchObject({
      currentPod: name,
      startTimes: cluster.created,
    });
  }

  it.each<[string, (cluster: ContainerCluster) => Promise<void> | void]>([
    ['nothing happens', () => undefined],
    ['the Pod is deleted', (cluster) => (cluster.pod ? cluster.losePod(held) : undefined)],
    ['the image is changed', (cluster) => cluster.setImage('nginx:2')],
    ['the Pod has failed', (cluster) => (cluster.pod ? cluster.setPodStatus({ phase: 'Failed' }) : undefined)],
    ['the status is emptied', (cluster) => cluster.clearStatus()],
  ])('is exact after any two crashes of processes, if between them %s', async (_what, happen) => {
    /** @returns for both processes whether they crashed: false if a process was idle before that write */
    const crashAt = async (first: Crash, second: Crash): Promise<readonly [boolean, boolean]> => {
      await using cluster = await ContainerCluster.create();
      const hasFirst = await runUntil(cluster, first);
      await cluster.restart();
      await happen(cluster);
      const hasSecond = await runUntil(cluster, second);
      await expectExact(cluster, first, second);
      return [hasFirst, hasSecond];
    };
    let haveCrashed = [true, true] as readonly [boolean, boolean];
    for (const first of crashes) {
      for (const second of crashes) {
        haveCrashed = await crashAt(first, second);
        if (!haveCrashed[1]) break;
      }
      expect(haveCrashed[1]).toBe(false);
      if (!haveCrashed[0]) break;
    }
    expect(haveCrashed[0]).toBe(false);
  });

  it.each(crashes)(
    'is exact after a Pod was deleted while no process ran, if the process crashes $when call $call',
    async (crash) => {
      await using cluster = await ContainerCluster.settled();
      await cluster.stop();
      await cluster.losePod();
      await runUntil(cluster, crash);
      await expectExact(cluster, crash);
    },
  );

  it('is exact after a conflict of any write of a process', async () => {
    for (const { call } of crashes) {
      await using cluster = await ContainerCluster.create();
      let number = 0;
      cluster.interceptCall = () => (number++ === call ? conflict : undefined);
      await cluster.settle();
      number = 0;
      await cluster.setImage('nginx:2');
      await cluster.settle();
      expect.soft(cluster.status, JSON.stringify([call, cluster.calls])).toMatchObject({ startTimes: cluster.created });
      expect(cluster.created).toBe(2);
    }
  });

  /**
   * Makes the status write with this count fail with a conflict, as if another client had changed the status, and
   * deletes the Pod.
   */
  function failWriteOfCount(cluster: ContainerCluster, count: number): void {
    cluster.interceptCall = async (call) => {
      if (call !== `status ${name} ${String(count)}`) return undefined;
      cluster.interceptCall = () => undefined;
      await cluster.losePod();
      return conflict;
    };
  }

  it('is exact even if the process that created the Pod has crashed, and the next one has only read it', async () => {
    await using cluster = await ContainerCluster.settled();
    await cluster.stop();
    await cluster.losePod();
    await runUntil(cluster, { call: 0, when: 'after' });
    expect(cluster.calls).toEqual(['create 2']);
    await cluster.restart();
    failWriteOfCount(cluster, 2);
    await cluster.settle();
    expect(cluster.created).toBe(3);
    expect(cluster.status).toMatchObject({ currentPod: name, startTimes: 3 });
  });

  it('is exact when another client changed the status, and the Pod is deleted before the next reconcile', async () => {
    await using cluster = await ContainerCluster.settled();
    failWriteOfCount(cluster, 2);
    await cluster.losePod();
    await cluster.settle();
    expect(cluster.created).toBe(3);
    expect(cluster.status).toMatchObject({ currentPod: name, startTimes: 3 });
  });

  it('that is only in memory is written before the next Pod is created, so that after a crash the ordinal is ahead by one at most', async () => {
    const withUnwrittenCount = async (crash?: Crash): Promise<ContainerCluster> => {
      const cluster = await ContainerCluster.settled();
      await cluster.stop();
      await cluster.losePod();
      await cluster.restart(crash);
      failWriteOfCount(cluster, 2);
      await cluster.settle();
      return cluster;
    };
    await using undisturbed = await withUnwrittenCount();
    expect(undisturbed.calls).toEqual(['create 2', 'status  2', 'create 3', `status ${name} 3`]);
    // After the first two writes, only the memory of the process has the count.
    for (const { call, when } of crashes.filter((crash) => crash.call > 1 && crash !== crashes[4])) {
      await using cluster = await withUnwrittenCount({ call, when });
      await expectExact(cluster, { call, when });
    }
  });

  it('drops a count from memory once the status has it, so that somebody may reset the status', async () => {
    await using cluster = await ContainerCluster.settled();
    let conflicts = 0;
    cluster.interceptCall = (call) => (call === `status ${name} 2` && (conflicts += 1) === 1 ? conflict : undefined);
    await cluster.losePod();
    await cluster.settle();
    expect(cluster.status).toMatchObject({ startTimes: 2 });
    cluster.interceptCall = async () => {
      cluster.interceptCall = () => undefined;
      await cluster.editStatus({ startTimes: 1 });
      return conflict;
    };
    await cluster.losePod();
    await cluster.settle();
    expect(cluster.status).toMatchObject({ startTimes: 2 });
  });
});
