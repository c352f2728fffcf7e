import { describe, expect, it } from 'vitest';

import { hasOtherSelector, wasResizedByOthers } from './found.ts';
import { judged, someDeployment, someMemcached } from './testing/some-memcached.ts';

const ours = { app: 'memcached', memcached_cr: 'cache' };

describe('a Deployment that is there', () => {
  it('has our selector if it selects by both of our labels and nothing else', () => {
    expect(hasOtherSelector(someMemcached(), someDeployment({}))).toBe(false);
  });

  it.each([
    ['the labels of the newest original', { matchLabels: { 'app.kubernetes.io/name': 'memcached-operator' } }],
    ['the labels of another Memcached', { matchLabels: { ...ours, memcached_cr: 'other' } }],
    ['a label less', { matchLabels: { app: 'memcached' } }],
    ['a label more', { matchLabels: { ...ours, tier: 'cache' } }],
    ['an expression', { matchLabels: ours, matchExpressions: [{ key: 'tier', operator: 'Exists' as const }] }],
    ['nothing', {}],
  ])('has another one with %s', (_what, selector) => {
    expect(hasOtherSelector(someMemcached(), someDeployment({}, { selector }))).toBe(true);
  });
});

describe('a size that is not as desired', () => {
  const seen = judged(2);

  it('was set by others once the spec has been carried out', () => {
    expect(wasResizedByOthers(seen, someDeployment({}, { replicas: 5 }))).toBe(true);
    expect(wasResizedByOthers(seen, someDeployment({}, { replicas: 0 }))).toBe(true);
  });

  it('is the size from before if the spec has changed since', () => {
    expect(wasResizedByOthers(judged(1), someDeployment({}, { replicas: 5 }))).toBe(false);
  });

  // id: memcached-counts-what-is-refused
  it('is the size from before as long as the cluster has refused the new one', () => {
    const { status } = judged(1);
    const refused = someMemcached({}, { ...status, observedGeneration: 2 });
    expect(wasResizedByOthers(refused, someDeployment({}, { replicas: 5 }))).toBe(false);
  });

  it("is an original's if nothing has been said of the spec yet", () => {
    expect(wasResizedByOthers(someMemcached(), someDeployment({}, { replicas: 5 }))).toBe(false);
  });

  it("is an original's while its Deployment is created again", () => {
    const selector = { matchLabels: { 'app.kubernetes.io/name': 'memcached' } };
    expect(wasResizedByOthers(seen, someDeployment({}, { replicas: 5, selector }))).toBe(false);
  });

  it('is none where the size is right, or no Deployment is', () => {
    expect(wasResizedByOthers(seen, someDeployment({}))).toBe(false);
    expect(wasResizedByOthers(seen, undefined)).toBe(false);
  });
});
