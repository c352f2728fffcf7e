import { describe, expect, it } from 'vitest';

import { buildSiblingKey, type Kind, findOwnerKey } from './kind.ts';
import type { KubeObject } from './objects.ts';

const cafes: Kind = { group: 'example.com', version: 'v1', kind: 'Cafe', plural: 'cafes', namespaced: true };
const towns: Kind = { ...cafes, kind: 'Town', plural: 'towns', namespaced: false };

function child(apiVersion: string, kind: string, controller = true): KubeObject {
  const ownerReferences = [{ apiVersion, kind, name: 'home', uid: 'u', controller }];
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      ...{ namespace: 'default', name: 'map', uid: 'm', resourceVersion: '1' },
      creationTimestamp: '2026-01-01T00:00:00Z',
      ownerReferences,
    },
  };
}

describe('the key of an owner', () => {
  it('is in the child’s namespace, for every version of its kind in the reference', () => {
    expect(findOwnerKey(child('example.com/v1', 'Cafe'), cafes)).toEqual({ namespace: 'default', name: 'home' });
    expect(findOwnerKey(child('example.com/v1beta1', 'Cafe'), cafes)).toEqual({ namespace: 'default', name: 'home' });
  });

  it('has no namespace if the owner is cluster-scoped', () => {
    expect(findOwnerKey(child('example.com/v1', 'Town'), towns)).toEqual({ name: 'home' });
  });

  it.each<[string, KubeObject]>([
    ['another kind', child('example.com/v1', 'Town')],
    ['another group', child('example.org/v1', 'Cafe')],
    ['who does not control it', child('example.com/v1', 'Cafe', false)],
  ])('is undefined for %s', (_, object) => {
    expect(findOwnerKey(object, cafes)).toBeUndefined();
  });
});

it('the key of a named object has the namespace of the naming object, unless its kind is cluster-scoped', () => {
  expect(buildSiblingKey(child('v1', 'A'), cafes, 'a')).toEqual({ namespace: 'default', name: 'a' });
  expect(buildSiblingKey(child('v1', 'A'), towns, 'a')).toEqual({ name: 'a' });
});
