import { describe, expect, it } from 'vitest';

import { ImmortalContainer } from '../../../operator/src/kubewright.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { applyManifests } from '../../support/manifests.ts';
import { until } from '../../support/until.ts';
import { ownEntry } from '../support/applied-fields.ts';
import { goReference, madeBy } from '../support/left-by.ts';
import { requestsOf, writesIn } from '../support/requests.ts';
import { settled } from '../support/settled.ts';
import { eventsAbout } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import {
  container,
  deletePod,
  fieldManager,
  image,
  imageAnnotation,
  nextPod,
  notReady,
  onlyImmortal,
  ordinalAnnotation,
  otherImage,
  type Place,
  podName,
  podOf,
  setPhase,
  started,
  type StoredContainer,
  thePodOf,
} from './containers.ts';

/** The field manager of the original operator. */
const originalManager = 'immortalcontainer-operator';

/** How the original left one resource. */
interface Leftover {
  /** Its status. The original leaves out fields that are empty or 0. */
  readonly status?: { readonly currentPod?: string; readonly startTimes?: number };
  /** @default true */
  readonly hasPod?: boolean;
  /** @default true */
  readonly hasReference?: boolean;
  /** The image of the spec now, though the Pod was created with `image`. */
  readonly imageNow?: string;
  readonly finalizers?: readonly string[];
}

const left = new Map<string, Pod>();

/** Creates a resource and its Pod as the original does: the Pod has one label, no annotations, and only the image. */
async function leftByOriginal(place: Place, name: string, leftover: Leftover): Promise<void> {
  const { client, namespace } = place;
  const [owner] = (await applyManifests(client, [container(namespace, name)])) as readonly StoredContainer[];
  if (owner === undefined) throw new Error('the ImmortalContainer was not applied');
  const containers = client.resource(ImmortalContainer);
  const { status, hasPod = true, hasReference = true, imageNow, finalizers } = leftover;
  if (status !== undefined) {
    const options = { subresource: 'status', fieldManager: originalManager } as const;
    await containers.mergePatch(owner.metadata, { status }, options);
  }
  if (hasPod) {
    const ownerReferences = hasReference ? [goReference(ImmortalContainer, owner)] : [];
    const metadata = { namespace, name: podName(name), labels: { app: name }, creationTimestamp: null, finalizers };
    const spec = { containers: [{ name: 'acontainer', image, resources: {} }] };
    const body = { metadata: { ...metadata, ownerReferences }, spec, status: {} };
    await madeBy(client, originalManager, { kind: Pod, body });
    left.set(name, await until('the Pod runs', async () => (await runningPod(place, name)) ?? false));
  }
  if (imageNow !== undefined) await containers.mergePatch(owner.metadata, { spec: { image: imageNow } });
}

async function runningPod(place: Place, name: string): Promise<Pod | undefined> {
  const pod = await podOf(place, name);
  return pod?.status?.phase === 'Running' ? pod : undefined;
}

function leftOf(name: string): Pod {
  const pod = left.get(name);
  if (pod === undefined) throw new Error(`no Pod was left of ${name}`);
  return pod;
}

async function before(place: Place): Promise<void> {
  const ofPod = (name: string): object => ({ currentPod: podName(name), startTimes: 3 });
  await leftByOriginal(place, 'adopted', { status: ofPod('adopted') });
  await leftByOriginal(place, 'uncounted', {});
  await leftByOriginal(place, 'outdated', { status: ofPod('outdated'), imageNow: otherImage });
  await leftByOriginal(place, 'unowned', { status: ofPod('unowned'), hasReference: false });
  await leftByOriginal(place, 'dead', { status: ofPod('dead'), hasPod: false });
  await leftByOriginal(place, 'failed', { status: ofPod('failed') });
  await setPhase(place, 'failed', { phase: 'Failed', reason: 'Evicted' });
  await leftByOriginal(place, 'going', { status: ofPod('going'), finalizers: ['example.com/kept'] });
  await deletePod(place, 'going');
}

describe('a Pod that the original operator left', () => {
  const scope = useScope({ ...onlyImmortal, before });

  const same = async (name: string): Promise<boolean> =>
    (await thePodOf(scope(), name)).metadata.uid === leftOf(name).metadata.uid;

  it('is adopted: neither the Pod nor its container is replaced', async () => {
    await started(scope(), 'adopted', 3);
    await settled(scope());
    const [was, pod] = [leftOf('adopted'), await thePodOf(scope(), 'adopted')];
    expect(pod.metadata.uid).toBe(was.metadata.uid);
    expect(pod.spec).toEqual(was.spec);
    expect(pod.status).toEqual(was.status);
    expect(pod.metadata.ownerReferences).toEqual(was.metadata.ownerReferences);
    expect(pod.metadata.annotations).toMatchObject({ [ordinalAnnotation]: '3', [imageAnnotation]: image });
    ownEntry(pod, fieldManager);
  });

  it('is adopted by one write to the Pod and one to the status, without an event', async () => {
    const writes = writesIn(await requestsOf(scope())).filter((write) => write.includes('/adopted'));
    const [pod, ...status] = writes;
    expect(pod).toBe(`patch pods/${podName('adopted')} 200`);
    expect(new Set(status)).toEqual(new Set(['patch immortalcontainers/adopted/status 200']));
    const owner = await started(scope(), 'adopted', 3);
    expect(await eventsAbout(scope(), owner)).toEqual([]);
  });

  it('is counted further from the number that the original has counted', async () => {
    const pod = await deletePod(scope(), 'adopted');
    await nextPod(scope(), 'adopted', pod);
    await started(scope(), 'adopted', 4);
  });

  it('BUG-IC-1 is counted as 1 if the status has no count', async () => {
    await started(scope(), 'uncounted', 1);
    expect(await same('uncounted')).toBe(true);
  });

  it('BUG-IC-2 is replaced if spec.image has changed since, which the original ignored', async () => {
    const { spec } = await nextPod(scope(), 'outdated', leftOf('outdated'));
    expect(spec.containers[0]?.image).toBe(otherImage);
    await started(scope(), 'outdated', 4);
  });

  it('BUG-IC-3 is left alone without an owner reference, and reported as a NameConflict until somebody adds it', async () => {
    const owner = await notReady(scope(), 'unowned', 'NameConflict');
    expect(owner.status).toMatchObject({ currentPod: '', startTimes: 3 });
    const { metadata } = leftOf('unowned');
    expect((await thePodOf(scope(), 'unowned')).metadata.annotations?.[ordinalAnnotation]).toBeUndefined();
    const ownerReferences = [goReference(ImmortalContainer, owner)];
    await scope().client.resource(Pod).mergePatch(metadata, { metadata: { ownerReferences } });
    await started(scope(), 'unowned', 3);
    expect(await same('unowned')).toBe(true);
  });

  it('BUG-IC-4 is replaced if it has failed, which the original did not do', async () => {
    await nextPod(scope(), 'failed', leftOf('failed'));
    await started(scope(), 'failed', 4);
  });

  it('BUG-IC-6 is created again if the status names it, but it no longer exists', async () => {
    await started(scope(), 'dead', 4);
    expect(await podOf(scope(), 'dead')).toBeDefined();
  });

  it('is replaced only once it no longer exists if it is terminating, though no watch shows its deletion', async () => {
    const owner = await notReady(scope(), 'going', 'PodTerminating');
    expect(owner.status).toMatchObject({ currentPod: podName('going'), startTimes: 3 });
    await settled(scope());
    expect(await same('going')).toBe(true);
    await scope()
      .client.resource(Pod)
      .mergePatch(leftOf('going').metadata, { metadata: { finalizers: null } });
    await started(scope(), 'going', 4);
  });
});
