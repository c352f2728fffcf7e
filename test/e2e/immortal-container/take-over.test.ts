import { describe, expect, it } from 'vitest';

import { ImmortalContainer } from '../../../operator/src/kubewright.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { applyManifests } from '../../support/manifests.ts';
import { until } from '../../support/until.ts';
import { getOwnEntry } from '../support/applied-fields.ts';
import { buildGoReference, createAs } from '../support/create-as.ts';
import { listRequests, listWrites } from '../support/requests.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { listEvents } from '../support/events-about.ts';
import { useScope } from '../support/use-scope.ts';
import {
  buildContainer,
  deletePod,
  fieldManager,
  image,
  imageAnnotation,
  awaitNextPod,
  awaitNotReady,
  onlyImmortal,
  ordinalAnnotation,
  otherImage,
  type Place,
  formatPodName,
  findPod,
  setPhase,
  awaitStarted,
  type StoredContainer,
  getPod,
} from './containers.ts';

/** The field manager of the upstream operator. */
const upstreamManager = 'immortalcontainer-operator';

/** What the upstream operator has left in the cluster for one ImmortalContainer. */
interface Leftover {
  /** The status of the object. The upstream operator omits fields that are empty or 0. */
  readonly status?: { readonly currentPod?: string; readonly startTimes?: number };
  /** Whether the Pod exists. @default true */
  readonly hasPod?: boolean;
  /** Whether the Pod has an owner reference. @default true */
  readonly hasReference?: boolean;
  /** The current image in the spec, although the Pod was created with `image`. */
  readonly imageNow?: string;
  readonly finalizers?: readonly string[];
}

const left = new Map<string, Pod>();

/**
 * Creates a custom resource and its Pod as the upstream operator does: the Pod has one label, no annotations, and only
 * the image.
 */
async function createLeftByOriginal(place: Place, name: string, leftover: Leftover): Promise<void> {
  const { client, namespace } = place;
  const [owner] = (await applyManifests(client, [buildContainer(namespace, name)])) as readonly StoredContainer[];
  if (owner === undefined) throw new Error('apply the ImmortalContainer first');
  const containers = client.resource(ImmortalContainer);
  const { status, hasPod = true, hasReference = true, imageNow, finalizers } = leftover;
  if (status !== undefined) {
    const options = { subresource: 'status', fieldManager: upstreamManager } as const;
    await containers.mergePatch(owner.metadata, { status }, options);
  }
  if (hasPod) {
    const ownerReferences = hasReference ? [buildGoReference(ImmortalContainer, owner)] : [];
    const metadata = {
      namespace,
      name: formatPodName(name),
      labels: { app: name },
      creationTimestamp: null,
      finalizers,
    };
    const spec = { containers: [{ name: 'acontainer', image, resources: {} }] };
    const body = { metadata: { ...metadata, ownerReferences }, spec, status: {} };
    await createAs(client, upstreamManager, { kind: Pod, body });
    left.set(name, await until('the Pod runs', async () => (await findRunningPod(place, name)) ?? false));
  }
  if (imageNow !== undefined) await containers.mergePatch(owner.metadata, { spec: { image: imageNow } });
}

async function findRunningPod(place: Place, name: string): Promise<Pod | undefined> {
  const pod = await findPod(place, name);
  return pod?.status?.phase === 'Running' ? pod : undefined;
}

function getLeft(name: string): Pod {
  const pod = left.get(name);
  if (pod === undefined) throw new Error(`the upstream sample left no Pod of ${name}`);
  return pod;
}

async function setUp(place: Place): Promise<void> {
  const ofPod = (name: string): object => ({ currentPod: formatPodName(name), startTimes: 3 });
  await createLeftByOriginal(place, 'adopted', { status: ofPod('adopted') });
  await createLeftByOriginal(place, 'uncounted', {});
  await createLeftByOriginal(place, 'outdated', { status: ofPod('outdated'), imageNow: otherImage });
  await createLeftByOriginal(place, 'unowned', { status: ofPod('unowned'), hasReference: false });
  await createLeftByOriginal(place, 'dead', { status: ofPod('dead'), hasPod: false });
  await createLeftByOriginal(place, 'failed', { status: ofPod('failed') });
  await setPhase(place, 'failed', { phase: 'Failed', reason: 'Evicted' });
  await createLeftByOriginal(place, 'going', { status: ofPod('going'), finalizers: ['example.com/kept'] });
  await deletePod(place, 'going');
}

describe('a Pod that the upstream operator left', () => {
  const scope = useScope({ ...onlyImmortal, before: setUp });

  const same = async (name: string): Promise<boolean> =>
    (await getPod(scope(), name)).metadata.uid === getLeft(name).metadata.uid;

  it('is adopted: neither the Pod nor its container is replaced', async () => {
    await awaitStarted(scope(), 'adopted', 3);
    await awaitSettled(scope());
    const [was, pod] = [getLeft('adopted'), await getPod(scope(), 'adopted')];
    expect(pod.metadata.uid).toBe(was.metadata.uid);
    expect(pod.spec).toEqual(was.spec);
    expect(pod.status).toEqual(was.status);
    expect(pod.metadata.ownerReferences).toEqual(was.metadata.ownerReferences);
    expect(pod.metadata.annotations).toMatchObject({ [ordinalAnnotation]: '3', [imageAnnotation]: image });
    getOwnEntry(pod, fieldManager);
  });

  it('is adopted by one write to the Pod and one to the status, without an event', async () => {
    const writes = listWrites(await listRequests(scope())).filter((write) => write.includes('/adopted'));
    const [pod, ...status] = writes;
    expect(pod).toBe(`patch pods/${formatPodName('adopted')} 200`);
    expect(new Set(status)).toEqual(new Set(['patch immortalcontainers/adopted/status 200']));
    const owner = await awaitStarted(scope(), 'adopted', 3);
    expect(await listEvents(scope(), owner)).toEqual([]);
  });

  it('counts on from the number in the status', async () => {
    const pod = await deletePod(scope(), 'adopted');
    await awaitNextPod(scope(), 'adopted', pod);
    await awaitStarted(scope(), 'adopted', 4);
  });

  it('BUG-IC-1 is counted as 1 if the status has no count', async () => {
    await awaitStarted(scope(), 'uncounted', 1);
    expect(await same('uncounted')).toBe(true);
  });

  it('BUG-IC-2 is replaced if spec.image has changed since, which the upstream operator ignored', async () => {
    const { spec } = await awaitNextPod(scope(), 'outdated', getLeft('outdated'));
    expect(spec.containers[0]?.image).toBe(otherImage);
    await awaitStarted(scope(), 'outdated', 4);
  });

  it('BUG-IC-3 is reported as a NameConflict without an owner reference, until somebody adds it', async () => {
    const owner = await awaitNotReady(scope(), 'unowned', 'NameConflict');
    expect(owner.status).toMatchObject({ currentPod: '', startTimes: 3 });
    const { metadata } = getLeft('unowned');
    expect((await getPod(scope(), 'unowned')).metadata.annotations?.[ordinalAnnotation]).toBeUndefined();
    const ownerReferences = [buildGoReference(ImmortalContainer, owner)];
    await scope().client.resource(Pod).mergePatch(metadata, { metadata: { ownerReferences } });
    await awaitStarted(scope(), 'unowned', 3);
    expect(await same('unowned')).toBe(true);
  });

  it('BUG-IC-4 is replaced if it has failed, which the upstream operator did not do', async () => {
    await awaitNextPod(scope(), 'failed', getLeft('failed'));
    await awaitStarted(scope(), 'failed', 4);
  });

  it('BUG-IC-6 is created again if the status names it, but it no longer exists', async () => {
    await awaitStarted(scope(), 'dead', 4);
    expect(await findPod(scope(), 'dead')).toBeDefined();
  });

  it('is replaced only once it no longer exists if it is terminating, though no watch shows its deletion', async () => {
    const owner = await awaitNotReady(scope(), 'going', 'PodTerminating');
    expect(owner.status).toMatchObject({ currentPod: formatPodName('going'), startTimes: 3 });
    await awaitSettled(scope());
    expect(await same('going')).toBe(true);
    await scope()
      .client.resource(Pod)
      .mergePatch(getLeft('going').metadata, { metadata: { finalizers: null } });
    await awaitStarted(scope(), 'going', 4);
  });
});
