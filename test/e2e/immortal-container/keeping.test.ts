import { beforeAll, describe, expect, it } from 'vitest';
import { pointerTo } from '@kubewright/declaration';

import { ImmortalContainer } from '../../../operator/src/kubewright.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf } from '../../support/conditions.ts';
import { atOnce } from '../support/at-once.ts';
import { expectEditUndone } from '../support/drift.ts';
import { mark, requestsOf, writesIn } from '../support/requests.ts';
import { restartOperator } from '../support/restart.ts';
import { besidesWitnesses, idle, settled } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';
import { watched } from '../support/watched.ts';
import { imageAnnotation, createReady, onlyImmortal, podName, readyAgain, stored, thePodOf } from './containers.ts';

const name = 'phoenix';
const annotation = (key: string): string => pointerTo('/metadata/annotations', key);

describe('the Pod', () => {
  const scope = useScope(onlyImmortal);
  let first: Pod;

  beforeAll(async () => {
    await createReady(scope(), name);
    first = await thePodOf(scope(), name);
  });

  /** The writes of the operator since a mark, except those about witnesses. */
  async function writtenSince(since: string): Promise<readonly string[]> {
    return besidesWitnesses(writesIn(await requestsOf(scope(), since)));
  }

  const expectSame = async (): Promise<void> => {
    expect((await thePodOf(scope(), name)).metadata.uid).toBe(first.metadata.uid);
    expect((await readyAgain(scope(), name)).status).toMatchObject({ currentPod: podName(name), startTimes: 1 });
  };

  describe('that somebody changes', () => {
    it('is not replaced if somebody changes first the annotation with its image, and then the image itself', async () => {
      for (const pointer of [annotation(imageAnnotation), '/spec/containers/0/image'])
        await expectEditUndone(scope(), { kind: Pod, name: podName(name), pointer, change: () => 'httpd:2.4' });
      await expectSame();
    });
  });

  describe('BUG-IC-1 the operator, which counts Pods,', () => {
    it('IC-T9 restores a status that somebody empties', async () => {
      const before = await readyAgain(scope(), name);
      await scope()
        .client.resource(ImmortalContainer)
        .mergePatch(before.metadata, { status: null }, { subresource: 'status' });
      const now = await atOnce('the status is back', async () => {
        const container = await stored(scope(), name);
        return conditionOf(container, 'Ready')?.status === 'True' && container;
      });
      expect({ ...now.status, conditions: [] }).toEqual({ ...before.status, conditions: [] });
    });

    it('IC-T3 sends one creation, one event, and one write for each status of a new ImmortalContainer', async () => {
      // What the operator still writes about other containers would count below.
      await settled(scope());
      await using containers = await watched(scope(), ImmortalContainer);
      const since = await mark(scope());
      await createReady(scope(), 'cheap');
      await settled(scope());
      const written = (await writtenSince(since)).map((write) => write.replace(/\.[0-9a-f]{16}\b/, ''));
      const statuses = containers.changes
        .filter(({ type, object }) => type === 'MODIFIED' && object.metadata.name === 'cheap')
        .map(({ object }) => JSON.stringify(object.status));
      expect(new Set(statuses).size).toBe(statuses.length);
      expect(written.toSorted()).toEqual([
        'create events/cheap 201',
        ...statuses.map(() => 'patch immortalcontainers/cheap/status 200'),
        `patch pods/${podName('cheap')} 201`,
      ]);
    });

    it('IC-T4 writes nothing when others add labels, or when it restarts', async () => {
      const since = await mark(scope());
      const { metadata } = await stored(scope(), name);
      await scope()
        .client.resource(ImmortalContainer)
        .mergePatch(metadata, { metadata: { labels: { team: 'web' } } });
      await settled(scope());
      expect(await writtenSince(since)).toEqual([]);
      const before = await mark(scope());
      await restartOperator(scope());
      await idle(scope());
      await settled(scope());
      expect(await writtenSince(before)).toEqual([]);
    });
  });
});
