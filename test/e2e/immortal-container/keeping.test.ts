import { beforeAll, describe, expect, it } from 'vitest';
import { type PatchOperation, pointerTo } from '@kubewright/declaration';

import { ImmortalContainer } from '../../../operator/src/kubewright.ts';
import { podFor } from '../../../operator/src/controllers/immortal-container/desired.ts';
import { isApiError } from '../../../operator/runtime/src/client/index.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf } from '../../support/conditions.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { ownEntry } from '../support/applied-fields.ts';
import { atOnce } from '../support/at-once.ts';
import { edited, fieldsOf, ownedOf, expectEditUndone } from '../support/drift.ts';
import { mark, requestsOf, writesIn } from '../support/requests.ts';
import { restartOperator, whileNoneRuns } from '../support/restart.ts';
import { besidesWitnesses, idle, settled } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';
import { watched } from '../support/watched.ts';
import {
  container,
  deletePod,
  fieldManager,
  imageAnnotation,
  createReady,
  onlyImmortal,
  ordinalAnnotation,
  podName,
  podOf,
  readyAgain,
  started,
  stored,
  type StoredContainer,
  thePodOf,
} from './containers.ts';

const name = 'phoenix';
const fields = fieldsOf(podFor(container('any', name) as unknown as StoredContainer, 1), {
  kind: 'ImmortalContainer',
  name,
});
const pointers = fields.map(({ pointer }) => pointer);
/** Nobody can rename a container of a Pod. */
const fixed = '/spec/containers/0/name';
const editable = pointers.filter((pointer) => pointer !== fixed);
const annotation = (key: string): string => pointerTo('/metadata/annotations', key);
const add = (path: string, value: unknown): PatchOperation => ({ op: 'add', path, value });

describe('the Pod', () => {
  const scope = useScope(onlyImmortal);
  const key = (): { namespace: string; name: string } => keyIn(scope(), podName(name)) as never;
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
    it('has the operator as the owner of exactly the fields that are tested here', async () => {
      expect(ownedOf(await thePodOf(scope(), name), fieldManager)).toEqual(new Set(pointers));
    });

    it.each(editable)('gets a changed field back at once, in place: %s', async (pointer) => {
      await expectEditUndone(scope(), {
        kind: Pod,
        name: podName(name),
        pointer,
        change: (value) => edited(value, {}),
      });
      await expectSame();
    });

    it.each(editable.filter((pointer) => pointer.startsWith('/metadata/')))(
      'gets a removed field back at once: %s',
      async (pointer) => {
        await expectEditUndone(scope(), { kind: Pod, name: podName(name), pointer });
        await expectSame();
      },
    );

    it.each([
      ['renames its container', fixed, 'renamed'],
      ['changes what its image runs', '/spec/containers/0/command', ['sleep']],
      ['changes what its image runs', '/spec/containers/0/args', ['infinity']],
    ])('cannot get an edit that %s, because the API server refuses it: %s', async (_what, pointer, value) => {
      const change = scope()
        .client.resource(Pod)
        .jsonPatch(key(), [add(pointer, value)]);
      expect(isApiError(await change.catch((reason: unknown) => reason), 422)).toBe(true);
    });

    it.each(['1000', '2000000000000', '-3', 'many', ''])(
      'gets its ordinal annotation back if somebody sets it to %j',
      async (ordinal) => {
        const change = (): unknown => ordinal;
        await expectEditUndone(scope(), {
          kind: Pod,
          name: podName(name),
          pointer: annotation(ordinalAnnotation),
          change,
        });
        await expectSame();
      },
    );

    it('is not replaced if somebody changes first the annotation with its image, and then the image itself', async () => {
      for (const pointer of [annotation(imageAnnotation), '/spec/containers/0/image'])
        await expectEditUndone(scope(), { kind: Pod, name: podName(name), pointer, change: () => 'httpd:2.4' });
      await expectSame();
    });

    it('keeps what others add: labels, annotations, a deadline, a toleration', async () => {
      const toleration = { key: 'example.com/any', operator: 'Exists', effect: 'NoExecute' };
      const changed = await scope()
        .client.resource(Pod)
        .jsonPatch(key(), [
          add('/metadata/labels/example.com~1team', 'web'),
          add('/metadata/annotations/example.com~1note', 'ours'),
          add('/spec/activeDeadlineSeconds', 86_400),
          add('/spec/tolerations/-', toleration),
        ]);
      await settled(scope());
      const now = await thePodOf(scope(), name);
      expect(now.metadata.resourceVersion).toBe(changed.metadata.resourceVersion);
      expect(now.spec).toMatchObject({ activeDeadlineSeconds: 86_400 });
      expect(now.spec.tolerations).toContainEqual(toleration);
      ownEntry(now, fieldManager);
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

    it('restores a status that was emptied while no operator ran, from the ordinal of the Pod', async () => {
      await createReady(scope(), 'emptied');
      await deletePod(scope(), 'emptied');
      const { metadata } = await started(scope(), 'emptied', 2);
      const containers = scope().client.resource(ImmortalContainer);
      await whileNoneRuns(scope(), async () => {
        await containers.mergePatch(metadata, { status: null }, { subresource: 'status' });
      });
      await started(scope(), 'emptied', 2);
    });

    it('counts a Pod that an operator created but did not record before it crashed, and replaces one deleted meanwhile', async () => {
      const { metadata } = await createReady(scope(), 'crashed');
      await createReady(scope(), 'went');
      const containers = scope().client.resource(ImmortalContainer);
      await deletePod(scope(), 'crashed');
      await started(scope(), 'crashed', 2);
      await whileNoneRuns(scope(), async () => {
        const lost = { status: { startTimes: 1, currentPod: '' } };
        await containers.mergePatch(metadata, lost, { subresource: 'status' });
        await deletePod(scope(), 'went');
        await until('the Pod is deleted', async () => (await podOf(scope(), 'went')) === undefined);
      });
      await Promise.all([started(scope(), 'crashed', 2), started(scope(), 'went', 2)]);
      await deletePod(scope(), 'crashed');
      await started(scope(), 'crashed', 3);
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
