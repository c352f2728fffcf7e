import { describe, expect, it } from 'vitest';

import { ImmortalContainer } from '../../../operator/src/kubewright.ts';
import { apiVersionOf, controllerOf, type KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { Namespace, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { conditionOf } from '../../support/conditions.ts';
import { applyManifests } from '../../support/manifests.ts';
import { keyIn } from '../../support/scope.ts';
import { createObstacle, obstaclesTo, refused } from '../support/obstacles.ts';
import { settled } from '../support/settled.ts';
import { differentWarningsAbout, warningsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import {
  container,
  deletePod,
  image,
  createReady,
  notReady,
  onlyImmortal,
  ordinalAnnotation,
  podName,
  readyAgain,
  started,
  thePodOf,
} from './containers.ts';

describe('the Pod', () => {
  const scope = useScope(onlyImmortal);

  describe('whose name is taken', () => {
    const unowned = async (of: string, metadata: object = {}): Promise<KubeObject> =>
      scope()
        .client.resource(Pod)
        .create({
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { ...keyIn(scope(), podName(of)), ...metadata },
          ...{ spec: { containers: [{ name: 'other', image }] } },
        });
    const apply = (of: string): Promise<unknown> => applyManifests(scope().client, [container(scope().namespace, of)]);

    it('IC-T6 IC-T9 BUG-IC-3 is created once the unowned Pod is deleted, which is left alone and reported once', async () => {
      const { metadata } = await unowned('taken', { labels: { 'app.kubernetes.io/managed-by': 'kubewright' } });
      await apply('taken');
      const now = await notReady(scope(), 'taken', 'NameConflict');
      expect(now.status).toMatchObject({ currentPod: '', startTimes: 0 });
      expect(conditionOf(now, 'Ready')?.message).toContain(
        `Pod ${scope().namespace}/${podName('taken')} already exists`,
      );
      expect(conditionOf(now, 'Stalled')?.status).toBe('True');
      await settled(scope());
      const pod = await thePodOf(scope(), 'taken');
      expect(pod.metadata).toMatchObject({ uid: metadata.uid, labels: metadata.labels });
      expect(pod.metadata.annotations?.[ordinalAnnotation]).toBeUndefined();
      expect(await warningsAbout(scope(), now)).toEqual(['NameConflict ×1']);
      await deletePod(scope(), 'taken');
      await started(scope(), 'taken', 1);
      expect(await warningsAbout(scope(), now)).toEqual(['NameConflict ×1']);
    });

    it('BUG-IC-3 becomes an unowned object when somebody removes its owner reference, and is adopted again when somebody adds it', async () => {
      await createReady(scope(), 'disowned');
      const before = await thePodOf(scope(), 'disowned');
      const pods = scope().client.resource(Pod);
      await pods.jsonPatch(before.metadata, [{ op: 'remove', path: '/metadata/ownerReferences' }]);
      const now = await notReady(scope(), 'disowned', 'NameConflict');
      expect(now.status).toMatchObject({ currentPod: '', startTimes: 1 });
      const ownerReferences = [controllerOf(before)!];
      await pods.mergePatch(before.metadata, { metadata: { ownerReferences } });
      await started(scope(), 'disowned', 1);
      expect((await thePodOf(scope(), 'disowned')).metadata.uid).toBe(before.metadata.uid);
    });

    it('is created in place of the unowned Pod once somebody adds our owner reference to that Pod', async () => {
      const { metadata } = await unowned('given');
      await apply('given');
      const { uid } = (await notReady(scope(), 'given', 'NameConflict')).metadata;
      const reference = { apiVersion: apiVersionOf(ImmortalContainer), kind: ImmortalContainer.kind, name: 'given' };
      const ownerReferences = [{ ...reference, uid, controller: true }];
      await scope().client.resource(Pod).mergePatch(metadata, { metadata: { ownerReferences } });
      const { status } = await readyAgain(scope(), 'given');
      expect(status?.currentPod).toBe(podName('given'));
      expect((await thePodOf(scope(), 'given')).spec.containers).toMatchObject([{ name: 'acontainer', image }]);
    });
  });

  describe('that cannot be created', () => {
    const body = { spec: { containers: [{ name: 'probe', image }] } };

    it.each(obstaclesTo({ kind: Pod, body }))(
      'is neither counted nor in the status, and is created once nothing prevents it: $what',
      async (obstacle) => {
        const of = obstacle.what.replaceAll(/[^a-z]+/gi, '-').toLowerCase();
        {
          await using _created = await createObstacle(scope(), obstacle);
          await applyManifests(scope().client, [container(scope().namespace, of)]);
          const now = await notReady(scope(), of, obstacle.reason);
          expect(conditionOf(now, 'Ready')?.message).toMatch(obstacle.words);
          expect(now.status).toMatchObject({ currentPod: '', startTimes: 0 });
        }
        const now = await started(scope(), of, 1);
        await settled(scope());
        expect(await differentWarningsAbout(scope(), now)).toEqual([`${obstacle.reason} ×1`]);
      },
    );

    it('is reported if Pod Security refuses it: the operator sets no securityContext, which might break the image', async () => {
      const namespaces = scope().client.resource(Namespace);
      const enforce = (level: string | null): Promise<unknown> =>
        namespaces.mergePatch(
          { name: scope().namespace },
          { metadata: { labels: { 'pod-security.kubernetes.io/enforce': level } } },
        );
      await enforce('restricted');
      await refused(scope(), { kind: Pod, body });
      await applyManifests(scope().client, [container(scope().namespace, 'secured')]);
      const now = await notReady(scope(), 'secured', 'Forbidden');
      expect(conditionOf(now, 'Ready')?.message).toContain('violates PodSecurity "restricted:latest"');
      await enforce(null);
      await started(scope(), 'secured', 1);
    });

    it('is no longer in the status, but still counted, if it was deleted before', async () => {
      await createReady(scope(), 'again');
      const [quota] = obstaclesTo({ kind: Pod, body });
      if (quota === undefined) throw new Error('there is no obstacle');
      {
        await using _created = await createObstacle(scope(), quota);
        await deletePod(scope(), 'again');
        const now = await notReady(scope(), 'again', 'Forbidden');
        expect(now.status).toMatchObject({ currentPod: '', startTimes: 1 });
      }
      await started(scope(), 'again', 2);
    });
  });
});
