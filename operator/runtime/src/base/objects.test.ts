import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatApiVersion, formatKind } from './kind.ts';
import {
  compareResourceVersions,
  findController,
  getKey,
  formatKey,
  toObjectReference,
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
    expect(getKey(object)).toEqual({ namespace: 'default', name: 'web' });
    expect(getKey({ metadata: { name: 'node-1' } })).toEqual({ name: 'node-1' });
    expect(formatKey({ namespace: 'default', name: 'web' })).toBe('default/web');
    expect(formatKey({ name: 'node-1' })).toBe('node-1');
  });

  it('are the same after formatKey and parseKey', () => {
    const key = fc.oneof(fc.record({ name }), fc.record({ namespace: name, name }));
    fc.assert(
      fc.property(key, (each) => {
        expect(parseKey(formatKey(each))).toEqual(each);
      }),
    );
  });
});

describe('owners', () => {
  it('are found by the controller flag, not by their position', () => {
    expect(findController(object)?.uid).toBe('u3');
  });

  it('are absent if no reference has the controller flag', () => {
    const { ownerReferences: _references, ...metadata } = object.metadata;
    expect(findController({ ...object, metadata })).toBeUndefined();
    const references = [{ apiVersion: 'v1', kind: 'A', name: 'a', uid: 'u', controller: false }];
    expect(findController({ ...object, metadata: { ...metadata, ownerReferences: references } })).toBeUndefined();
  });
});

describe('toObjectReference', () => {
  it('has the fields of event references, and no namespace for a cluster-scoped object', () => {
    expect(toObjectReference(object)).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      namespace: 'default',
      name: 'web',
      uid: 'u1',
      resourceVersion: '7',
    });
    const { namespace: _namespace, ...metadata } = object.metadata;
    expect(toObjectReference({ ...object, metadata })).not.toHaveProperty('namespace');
  });
});

describe('kinds', () => {
  it('of the core group have no group in their texts', () => {
    const core = { group: '', version: 'v1', kind: 'Service' };
    expect(formatApiVersion(core)).toBe('v1');
    expect(formatKind(core)).toBe('Service');
  });

  it('of other groups have', () => {
    const apps = { group: 'apps', version: 'v1', kind: 'Deployment' };
    expect(formatApiVersion(apps)).toBe('apps/v1');
    expect(formatKind(apps)).toBe('Deployment.apps');
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

  it('are all newer than an empty one', () => {
    expect(compareResourceVersions('', '0')).toBeLessThan(0);
    expect(compareResourceVersions('', '')).toBe(0);
  });
});
