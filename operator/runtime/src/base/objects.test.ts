import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { apiVersionOf, groupOf, kindText } from './kind.ts';
import {
  compareResourceVersions,
  controllerOf,
  keyOf,
  keyText,
  objectReference,
  parseKey,
  type KubeObject,
} from './objects.ts';

const object: KubeObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'web',
    namespace: 'default',
    uid: 'u1',
    resourceVersion: '7',
    creationTimestamp: '2026-01-01T00:00:00Z',
    ownerReferences: [
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u2' },
      { apiVersion: 'my.domain/v1', kind: 'WebServer', name: 'web', uid: 'u3', controller: true },
    ],
  },
};
const name = fc.stringMatching(/^[a-z0-9][-a-z0-9.]{0,20}$/);

describe('keys', () => {
  it('name an object with its namespace, if it has one', () => {
    expect(keyOf(object)).toEqual({ namespace: 'default', name: 'web' });
    expect(keyOf({ metadata: { name: 'node-1' } })).toEqual({ name: 'node-1' });
    expect(keyText({ namespace: 'default', name: 'web' })).toBe('default/web');
    expect(keyText({ name: 'node-1' })).toBe('node-1');
  });

  it('are the same after keyText and parseKey', () => {
    const key = fc.oneof(fc.record({ name }), fc.record({ namespace: name, name }));
    fc.assert(
      fc.property(key, (each) => {
        expect(parseKey(keyText(each))).toEqual(each);
      }),
    );
  });
});

describe('owners', () => {
  it('are found by the controller flag, not by their place', () => {
    expect(controllerOf(object)?.uid).toBe('u3');
  });

  it('are absent if no reference has the controller flag', () => {
    const { ownerReferences: _references, ...metadata } = object.metadata;
    expect(controllerOf({ ...object, metadata })).toBeUndefined();
    const references = [{ apiVersion: 'v1', kind: 'A', name: 'a', uid: 'u', controller: false }];
    expect(controllerOf({ ...object, metadata: { ...metadata, ownerReferences: references } })).toBeUndefined();
  });
});

describe('objectReference', () => {
  it('has what events hold, and no namespace for a cluster-scoped object', () => {
    expect(objectReference(object)).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      namespace: 'default',
      name: 'web',
      uid: 'u1',
      resourceVersion: '7',
    });
    const { namespace: _namespace, ...metadata } = object.metadata;
    expect(objectReference({ ...object, metadata })).not.toHaveProperty('namespace');
  });
});

describe('kinds', () => {
  it('of the core group have no group in their texts', () => {
    const core = { group: '', version: 'v1', kind: 'Service' };
    expect(apiVersionOf(core)).toBe('v1');
    expect(kindText(core)).toBe('Service');
    expect(groupOf('v1')).toBe('');
  });

  it('of other groups have', () => {
    const apps = { group: 'apps', version: 'v1', kind: 'Deployment' };
    expect(apiVersionOf(apps)).toBe('apps/v1');
    expect(kindText(apps)).toBe('Deployment.apps');
    expect(groupOf('my.domain/v1')).toBe('my.domain');
  });

  it('give back the group of an apiVersion', () => {
    const group = fc.oneof(fc.constant(''), name);
    fc.assert(
      fc.property(group, (each) => {
        expect(groupOf(apiVersionOf({ group: each, version: 'v1' }))).toBe(each);
      }),
    );
  });
});

describe('resource versions', () => {
  it('are compared as numbers of any length', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n }), fc.bigInt({ min: 0n }), (a, b) => {
        const order = Math.sign(compareResourceVersions(a.toString(), b.toString()));
        expect(order).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
    expect(compareResourceVersions('99999999999999999999', '100000000000000000000')).toBeLessThan(0);
    expect(compareResourceVersions('9007199254740993', '9007199254740992')).toBeGreaterThan(0);
  });

  it('are all newer than none', () => {
    expect(compareResourceVersions('', '0')).toBeLessThan(0);
    expect(compareResourceVersions('', '')).toBe(0);
  });
});
