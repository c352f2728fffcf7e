import { describe, expect, it } from 'vitest';

import { hasOtherSelector, wasResizedByOthers } from './live-deployment.ts';
import { someAvailableMemcached, someDeployment, someMemcached } from './testing/some-memcached.ts';

const ours = { app: 'memcached', memcached_cr: 'cache' };

describe('an existing Deployment', () => {
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
  ])('has another selector if it selects by %s', (_what, selector) => {
    expect(hasOtherSelector(someMemcached(), someDeployment({}, { selector }))).toBe(true);
  });
});

describe('a size that differs from the spec', () => {
  const seen = someAvailableMemcached(2);

  it('was set by others if the present spec was applied', () => {
    expect(wasResizedByOthers(seen, someDeployment({}, { replicas: 5 }))).toBe(true);
    expect(wasResizedByOthers(seen, someDeployment({}, { replicas: 0 }))).toBe(true);
  });

  it('is the previous size if the spec has changed since', () => {
    expect(wasResizedByOthers(someAvailableMemcached(1), someDeployment({}, { replicas: 5 }))).toBe(false);
  });

  it('is the previous size while the cluster rejects the new one', () => {
    const { status } = someAvailableMemcached(1);
    const refused = someMemcached({}, { ...status, observedGeneration: 2 });
    expect(wasResizedByOthers(refused, someDeployment({}, { replicas: 5 }))).toBe(false);
  });

  it('is that of an upstream operator if the spec was not applied yet', () => {
    expect(wasResizedByOthers(someMemcached(), someDeployment({}, { replicas: 5 }))).toBe(false);
  });

  it('is that of an upstream operator while its Deployment is replaced', () => {
    const selector = { matchLabels: { 'app.kubernetes.io/name': 'memcached' } };
    expect(wasResizedByOthers(seen, someDeployment({}, { replicas: 5, selector }))).toBe(false);
  });

  it('is not found if the size equals the spec, or without a Deployment', () => {
    expect(wasResizedByOthers(seen, someDeployment({}))).toBe(false);
    expect(wasResizedByOthers(seen, undefined)).toBe(false);
  });
});
