import { describe, expect, it } from 'vitest';

import type { Pod } from '@kubewright/runtime';
import { resolvePodState, imageAnnotation, buildImmortalPod, computeRestMs, settingsAnnotation } from './desired.ts';
import { someContainer, somePod } from './testing/some-pods.ts';

const container = someContainer();
const pod = somePod(container, 1);

/** A Pod that runs `image`, and whose annotation states that it was created for `createdFor`. */
function buildRunningPod(image: string, createdFor: string | undefined): Pod {
  const annotations = createdFor === undefined ? {} : { [imageAnnotation]: createdFor };
  return {
    ...somePod(container, 1, { metadata: { annotations } }),
    spec: { containers: [{ name: 'acontainer', image }] },
  };
}

const settings = { resources: { requests: { cpu: '10m' } }, securityContext: { runAsNonRoot: true } };
const secured = someContainer({ spec: { image: 'nginx:1', ...settings } });

/** Adds these settings to the container of a stored Pod. */
function withSettings(of: Pod, stored: Partial<typeof settings> | { readonly resources: object }): Pod {
  return { ...of, spec: { containers: [{ name: 'acontainer', image: 'nginx:1', ...stored }] } };
}

describe('the Pod', () => {
  it('IC-T8 has a derived name, the image and no other setting', () => {
    expect(buildImmortalPod(someContainer(), 3)).toEqual({
      metadata: {
        name: 'phoenix-immortalpod',
        labels: { app: 'phoenix' },
        annotations: { 'immortalcontainer.flugel.it/ordinal': '3', 'immortalcontainer.flugel.it/image': 'nginx:1' },
      },
      spec: { containers: [{ name: 'acontainer', image: 'nginx:1' }] },
    });
  });

  it('has the resources and the security context of the spec, and an annotation that records them', () => {
    expect(buildImmortalPod(secured, 1)).toMatchObject({
      metadata: { annotations: { [settingsAnnotation]: JSON.stringify(settings) } },
      spec: { containers: [{ name: 'acontainer', image: 'nginx:1', ...settings }] },
    });
  });
});

describe('a Pod', () => {
  it.each(['Pending', 'Running', 'Unknown'] as const)('is kept if its phase is %s', (phase) => {
    expect(resolvePodState(container, { ...pod, status: { phase } })).toBe('upToDate');
  });

  it('counts as terminating once it is deleted, even if it has ended or has another image', () => {
    const { metadata } = pod;
    const terminating = { ...metadata, deletionTimestamp: '2026-01-01T00:00:00Z' };
    expect(resolvePodState(container, { ...pod, metadata: terminating, status: { phase: 'Failed' } })).toBe(
      'terminating',
    );
    expect(resolvePodState(someContainer({ spec: { image: 'nginx:2' } }), { ...pod, metadata: terminating })).toBe(
      'terminating',
    );
  });

  it.each([
    [
      'BUG-IC-2 is outdated if it was created for another image',
      { runs: 'nginx:0', createdFor: 'nginx:0' },
      'outdated',
    ],
    ['is kept if somebody removed its image annotation', { runs: 'nginx:1', createdFor: undefined }, 'upToDate'],
    [
      'BUG-IC-2 is outdated if an older operator created it with another image',
      { runs: 'nginx:0', createdFor: undefined },
      'outdated',
    ],
    [
      'is kept if admission has rewritten its image',
      { runs: 'mirror.example.com/nginx:1', createdFor: 'nginx:1' },
      'upToDate',
    ],
  ] as const)('%s', (_what, { runs, createdFor }, state) => {
    expect(resolvePodState(container, buildRunningPod(runs, createdFor))).toBe(state);
  });

  it('is retained if somebody edits either its image or its image annotation, and outdated if both differ', () => {
    expect(resolvePodState(container, buildRunningPod('httpd:2', 'nginx:1'))).toBe('upToDate');
    expect(resolvePodState(container, buildRunningPod('nginx:1', 'httpd:2'))).toBe('upToDate');
    expect(resolvePodState(container, buildRunningPod('httpd:2', 'httpd:2'))).toBe('outdated');
  });

  it('is outdated if it was created for other resources or another security context', () => {
    expect(resolvePodState(secured, pod)).toBe('outdated');
    expect(resolvePodState(container, withSettings(somePod(secured, 1), settings))).toBe('outdated');
    expect(resolvePodState(secured, somePod(secured, 1))).toBe('upToDate');
    const other = someContainer({ spec: { ...secured.spec, securityContext: { runAsNonRoot: false } } });
    expect(resolvePodState(other, somePod(secured, 1))).toBe('outdated');
  });

  it('is retained if admission has added resources to it, or somebody has edited the annotation', () => {
    const limits = { memory: '1Gi' };
    expect(resolvePodState(container, withSettings(pod, { resources: { limits } }))).toBe('upToDate');
    const created = somePod(secured, 1);
    const completed = { ...settings, resources: { ...settings.resources, limits } };
    expect(resolvePodState(secured, withSettings(created, completed))).toBe('upToDate');
    expect(resolvePodState(secured, withSettings(pod, settings))).toBe('upToDate');
    const edited = { ...pod.metadata, annotations: { ...pod.metadata.annotations, [settingsAnnotation]: '{}' } };
    expect(resolvePodState(container, withSettings({ ...pod, metadata: edited }, { resources: {} }))).toBe('upToDate');
  });

  it('is outdated if it has another container than ours, because it cannot be updated', () => {
    const other = { ...pod, spec: { containers: [{ name: 'other', image: 'nginx:1' }] } };
    expect(resolvePodState(container, other)).toBe('outdated');
  });

  it('counts as outdated, not as ended, if both apply: it is replaced without a wait', () => {
    const ended: Pod = { ...buildRunningPod('nginx:0', 'nginx:0'), status: { phase: 'Failed' } };
    expect(resolvePodState(container, ended)).toBe('outdated');
  });
});

describe('the wait before an ended Pod is replaced', () => {
  const createdAt = Date.parse(pod.metadata.creationTimestamp);
  const at = (ms: number): { now: () => number } => ({ now: () => createdAt + ms });

  it.each([
    [0, 10_000],
    [4_000, 6_000],
    [10_000, 0],
    [3_600_000, 0],
  ])('is, %i ms after its creation, %i ms', (ageMs, ms) => {
    expect(computeRestMs(pod, at(ageMs))).toBe(ms);
  });

  it('is zero for a creation time in the future', () => {
    expect(computeRestMs(pod, at(-3_600_000))).toBe(0);
  });
});
