import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { ImmortalContainer } from '../../../operator/src/kubewright.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { logAnnotation } from '../../../operator/control-plane/src/node/index.ts';
import { findCurrentCondition } from '../../support/conditions.ts';
import { readManifests } from '../../support/manifests.ts';
import { until } from '../../support/until.ts';
import { computeKstatus } from '../../support/kstatus.ts';
import { useKubectl } from '../support/kubectl.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { listEvents } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import { watchObjects } from '../support/watch-objects.ts';
import {
  deletePod,
  createReady,
  awaitNextPod,
  onlyImmortal,
  otherImage,
  formatPodName,
  setPhase,
  awaitStarted,
  getImmortalContainer,
  getPod,
} from './containers.ts';

const sample = 'example-immortalcontainer';

/** The upstream sample. */
const original = {
  apiVersion: 'immortalcontainer.flugel.it/v1alpha1',
  kind: 'ImmortalContainer',
  metadata: { name: sample },
  spec: { image: 'nginx:latest' },
};

describe('the walk-through', () => {
  const scope = useScope(onlyImmortal);
  const kubectl = useKubectl();
  const inScope = (...args: string[]): Promise<string> => kubectl(['--namespace', scope().namespace, ...args]);

  it('IC-T1 IC-T2 the upstream sample passes strict validation, gets a Pod that runs, and counts 1', async () => {
    const input = JSON.stringify(original);
    const apply = ['--namespace', scope().namespace, 'apply', '--validate=strict', '-f', '-'];
    expect(await kubectl(apply, { input })).toContain('created');
    const kind = `immortalcontainer/${sample}`;
    expect(await inScope('wait', '--for=condition=Ready', '--timeout=30s', kind)).toContain('condition met');
    expect((await getImmortalContainer(scope(), sample)).status).toMatchObject({
      currentPod: formatPodName(sample),
      startTimes: 1,
    });
    const pod = await getPod(scope(), sample);
    expect(pod.status?.phase).toBe('Running');
    expect(pod.spec.containers).toMatchObject([{ name: 'acontainer', image: 'nginx:latest' }]);
    expect(pod.metadata.labels).toMatchObject({ app: sample });
    expect(await kubectl(apply, { input })).toContain('unchanged');
  });

  it('the shipped sample equals the upstream sample', () => {
    const samples = readManifests('embedded', 'samples');
    const ours = samples.find(({ kind }) => kind === 'ImmortalContainer');
    expect(ours).toMatchObject({ metadata: { name: sample }, spec: original.spec });
  });

  it('IC-T2 IC-T5 a Pod that somebody deletes is replaced by another one, which is counted', async () => {
    const before = await getPod(scope(), sample);
    await inScope('delete', 'pod', formatPodName(sample));
    const after = await awaitNextPod(scope(), sample, before);
    expect(after.metadata.name).toBe(before.metadata.name);
    await awaitStarted(scope(), sample, 2);
  });

  it('BUG-IC-2 another image leads to another Pod, which is counted and reported by an event', async () => {
    const server = await createReady(scope(), 'rolled');
    const before = await getPod(scope(), 'rolled');
    const { metadata } = server;
    await scope()
      .client.resource(ImmortalContainer)
      .mergePatch(metadata, { spec: { image: otherImage } });
    const after = await awaitNextPod(scope(), 'rolled', before);
    expect(after.spec.containers[0]?.image).toBe(otherImage);
    await awaitStarted(scope(), 'rolled', 2);
    await awaitSettled(scope());
    const notes = (await listEvents(scope(), server)).map(({ note }) => note?.split(' ')[0]);
    expect(notes).toEqual(['Created', 'Deleted', 'Created']);
  });

  it('BUG-IC-4 a Pod that has Failed or Succeeded is replaced, and counted, once it is 10 s old', async () => {
    const phases = ['Failed', 'Succeeded'] as const;
    const ages = phases.map(async (phase) => {
      const name = phase.toLowerCase();
      await createReady(scope(), name);
      const before = await getPod(scope(), name);
      await using containers = await watchObjects(scope(), ImmortalContainer, {
        fieldSelector: `metadata.name=${name}`,
      });
      await setPhase(scope(), name, { phase, reason: 'Evicted' });
      const after = await awaitNextPod(scope(), name, before);
      await awaitStarted(scope(), name, 2);
      const reasons = (): unknown[] =>
        containers.changes.map(({ object }) => findCurrentCondition(object, 'Ready')?.reason);
      await until('the watch has shown the reason PodEnded', async () => reasons().includes('PodEnded'));
      return Date.parse(after.metadata.creationTimestamp) - Date.parse(before.metadata.creationTimestamp);
    });
    // The operator waits 10 s, because Pods that end at once would otherwise keep the cluster busy.
    for (const age of await Promise.all(ages)) expect(age).toBeGreaterThanOrEqual(10_000);
  });

  it('BUG-IC-6 a terminating Pod stays in the status until it no longer exists, and Ready is False', async () => {
    await createReady(scope(), 'going');
    const pods = scope().client.resource(Pod);
    const { metadata } = await getPod(scope(), 'going');
    await pods.mergePatch(metadata, { metadata: { finalizers: ['example.com/kept'] } });
    const before = await deletePod(scope(), 'going');
    const now = await until('the status reports PodTerminating', async () => {
      const container = await getImmortalContainer(scope(), 'going');
      return findCurrentCondition(container, 'Ready')?.reason === 'PodTerminating' && container;
    });
    expect(now.status).toMatchObject({ currentPod: formatPodName('going'), startTimes: 1 });
    expect(computeKstatus(now)).toBe('InProgress');
    await awaitSettled(scope());
    expect((await getPod(scope(), 'going')).metadata.uid).toBe(before.metadata.uid);
    await pods.mergePatch(metadata, { metadata: { finalizers: null } });
    await awaitStarted(scope(), 'going', 2);
  });

  it('BUG-IC-7 the operator logs all its actions with complete values, and does not crash', async () => {
    const [pod] = await scope().operator.pods();
    const annotations = Object.entries(pod?.metadata.annotations ?? {});
    const [, file = ''] = annotations.find(([key]) => key.startsWith(logAnnotation)) ?? [];
    const log = await readFile(file, 'utf8');
    expect(log).toContain('created a child');
    expect(log).toContain('wrote the status');
    expect(log).not.toMatch(/odd number|undefined|\[object Object\]/);
    expect(pod?.status?.containerStatuses?.map(({ restartCount }) => restartCount)).toEqual([0]);
  });
});
