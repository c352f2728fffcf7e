import { beforeAll, describe, expect, it } from 'vitest';
import { appendPointer } from '@kubewright/declaration';

import { ImmortalContainer } from '../../../operator/src/kubewright.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { findCurrentCondition } from '../../support/conditions.ts';
import { untilWithoutResync } from '../support/until-without-resync.ts';
import { expectEditUndone } from '../support/drift.ts';
import { createMark, listRequests, listWrites } from '../support/requests.ts';
import { restartOperator } from '../support/restart.ts';
import { excludeWitnesses, awaitIdle, awaitSettled } from '../support/await-settled.ts';
import { useScope } from '../support/use-scope.ts';
import { watchObjects } from '../support/watch-objects.ts';
import {
  imageAnnotation,
  createReady,
  onlyImmortal,
  formatPodName,
  awaitReadyAgain,
  getImmortalContainer,
  getPod,
} from './containers.ts';

const name = 'phoenix';
const annotation = (key: string): string => appendPointer('/metadata/annotations', key);

describe('the Pod', () => {
  const scope = useScope(onlyImmortal);
  let first: Pod;

  beforeAll(async () => {
    await createReady(scope(), name);
    first = await getPod(scope(), name);
  });

  /**
   * Returns the writes of the operator since a mark, except those about witnesses, which only show that it is alive.
   */
  async function listWritesSince(since: string): Promise<readonly string[]> {
    return excludeWitnesses(listWrites(await listRequests(scope(), since)));
  }

  const expectSame = async (): Promise<void> => {
    expect((await getPod(scope(), name)).metadata.uid).toBe(first.metadata.uid);
    expect((await awaitReadyAgain(scope(), name)).status).toMatchObject({
      currentPod: formatPodName(name),
      startTimes: 1,
    });
  };

  describe('that somebody changes', () => {
    it('is not replaced if somebody changes first the annotation with its image, and then the image itself', async () => {
      for (const pointer of [annotation(imageAnnotation), '/spec/containers/0/image'])
        await expectEditUndone(scope(), { kind: Pod, name: formatPodName(name), pointer, change: () => 'httpd:2.4' });
      await expectSame();
    });
  });

  describe('BUG-IC-1 the operator, which counts Pods,', () => {
    it('IC-T9 restores a status that somebody empties', async () => {
      const before = await awaitReadyAgain(scope(), name);
      await scope()
        .client.resource(ImmortalContainer)
        .mergePatch(before.metadata, { status: null }, { subresource: 'status' });
      const now = await untilWithoutResync('the status is back', async () => {
        const container = await getImmortalContainer(scope(), name);
        return findCurrentCondition(container, 'Ready')?.status === 'True' && container;
      });
      expect({ ...now.status, conditions: [] }).toEqual({ ...before.status, conditions: [] });
    });

    it('IC-T3 sends one creation, one event, and one write for each status of a new ImmortalContainer', async () => {
      // Waits, because later writes about other containers would be counted below.
      await awaitSettled(scope());
      await using containers = await watchObjects(scope(), ImmortalContainer);
      const since = await createMark(scope());
      await createReady(scope(), 'cheap');
      await awaitSettled(scope());
      const written = (await listWritesSince(since)).map((write) => write.replace(/\.[0-9a-f]{16}\b/, ''));
      const statuses = containers.changes
        .filter(({ type, object }) => type === 'MODIFIED' && object.metadata.name === 'cheap')
        .map(({ object }) => JSON.stringify(object.status));
      expect(new Set(statuses).size).toBe(statuses.length);
      expect(written.toSorted()).toEqual([
        'create events/cheap 201',
        ...statuses.map(() => 'patch immortalcontainers/cheap/status 200'),
        `patch pods/${formatPodName('cheap')} 201`,
      ]);
    });

    it('IC-T4 writes nothing when others add labels, or when it restarts', async () => {
      const since = await createMark(scope());
      const { metadata } = await getImmortalContainer(scope(), name);
      await scope()
        .client.resource(ImmortalContainer)
        .mergePatch(metadata, { metadata: { labels: { team: 'web' } } });
      await awaitSettled(scope());
      expect(await listWritesSince(since)).toEqual([]);
      const before = await createMark(scope());
      await restartOperator(scope());
      await awaitIdle(scope());
      await awaitSettled(scope());
      expect(await listWritesSince(before)).toEqual([]);
    });
  });
});
