import { describe, expect, it } from 'vitest';

import type { Pod } from '@kubewright/runtime';
import { podStateOf, imageAnnotation, podFor, podNameOf, restMs } from './desired.ts';
import { someContainer, somePod } from './testing/some-pods.ts';

const container = someContainer();
const pod = somePod(container, 1);

/** A Pod that runs one image, with the annotation that it was created for another. */
function running(image: string, madeFor: string | undefined): Pod {
  const annotations = madeFor === undefined ? {} : { [imageAnnotation]: madeFor };
  return {
    ...somePod(container, 1, { metadata: { annotations } }),
    spec: { containers: [{ name: 'acontainer', image }] },
  };
}

describe('the Pod', () => {
  // id: immortal-sets-a-restart-policy
  it('IC-T8 has its own name, the image and no other setting', () => {
    expect(podFor(someContainer(), 3)).toEqual({
      metadata: {
        name: 'phoenix-immortalpod',
        labels: { app: 'phoenix' },
        annotations: { 'immortalcontainer.flugel.it/ordinal': '3', 'immortalcontainer.flugel.it/image': 'nginx:1' },
      },
      spec: { containers: [{ name: 'acontainer', image: 'nginx:1' }] },
    });
  });

  // id: immortal-names-its-pods-by-number
  it('has the same name whatever its number: there is one at a time', () => {
    expect(podFor(someContainer(), 1).metadata.name).toBe(podFor(someContainer(), 2).metadata.name);
    expect(podNameOf(someContainer())).toBe('phoenix-immortalpod');
  });

  it('depends on nothing but the name, the image and its number, so that a changed status causes no write', () => {
    const busy = someContainer({ status: { currentPod: 'phoenix-immortalpod', startTimes: 7 } });
    expect(podFor(busy, 1)).toEqual(podFor(someContainer(), 1));
  });
});

describe('a Pod', () => {
  it.each(['Pending', 'Running', 'Unknown'] as const)('that is %s is kept', (phase) => {
    expect(podStateOf(container, { ...pod, status: { phase } })).toBe('upToDate');
  });

  it.each(['Failed', 'Succeeded'] as const)('BUG-IC-4 that has %s counts as ended', (phase) => {
    expect(podStateOf(container, { ...pod, status: { phase } })).toBe('ended');
  });

  it('that is terminating counts as terminating, whatever else it is', () => {
    const { metadata } = pod;
    const going = { ...metadata, deletionTimestamp: '2026-01-01T00:00:00Z' };
    expect(podStateOf(container, { ...pod, metadata: going, status: { phase: 'Failed' } })).toBe('terminating');
    expect(podStateOf(someContainer({ spec: { image: 'nginx:2' } }), { ...pod, metadata: going })).toBe('terminating');
  });

  it.each([
    ['BUG-IC-2 that was created for another image is outdated', { runs: 'nginx:0', madeFor: 'nginx:0' }, 'outdated'],
    ['whose annotation somebody removed is kept', { runs: 'nginx:1', madeFor: undefined }, 'upToDate'],
    [
      'BUG-IC-2 that an older operator left with another image is outdated',
      { runs: 'nginx:0', madeFor: undefined },
      'outdated',
    ],
    [
      'whose image was rewritten on admission is kept',
      { runs: 'mirror.example.com/nginx:1', madeFor: 'nginx:1' },
      'upToDate',
    ],
  ] as const)('%s', (_what, { runs, madeFor }, state) => {
    expect(podStateOf(container, running(runs, madeFor))).toBe(state);
  });

  // id: immortal-replaces-what-was-edited
  it('whose image or annotation somebody edited is kept: one of the two is still correct', () => {
    expect(podStateOf(container, running('httpd:2', 'nginx:1'))).toBe('upToDate');
    expect(podStateOf(container, running('nginx:1', 'httpd:2'))).toBe('upToDate');
    expect(podStateOf(container, running('httpd:2', 'httpd:2'))).toBe('outdated');
  });

  it('with another container than ours cannot be updated: it is outdated', () => {
    const other = { ...pod, spec: { containers: [{ name: 'other', image: 'nginx:1' }] } };
    expect(podStateOf(container, other)).toBe('outdated');
  });

  it('that has ended and is outdated is replaced without a wait', () => {
    const ended: Pod = { ...running('nginx:0', 'nginx:0'), status: { phase: 'Failed' } };
    expect(podStateOf(container, ended)).toBe('outdated');
  });
});

describe('the wait before an ended Pod is replaced', () => {
  const madeAt = Date.parse(pod.metadata.creationTimestamp);
  const at = (ms: number): { now: () => number } => ({ now: () => madeAt + ms });

  it.each([
    [0, 10_000],
    [4_000, 6_000],
    [10_000, 0],
    [3_600_000, 0],
  ])('is, %i ms after its creation, %i ms', (ageMs, ms) => {
    expect(restMs(pod, at(ageMs))).toBe(ms);
  });

  // id: immortal-waits-for-two-clocks
  it('is zero for a creation time in the future', () => {
    expect(restMs(pod, at(-3_600_000))).toBe(0);
  });
});
