import { describe, expect, it } from 'vitest';

import { Memcached } from './memcached.ts';

const [version] = Memcached.crd.spec.versions;
const schema = version?.schema.openAPIV3Schema;
const spec = schema?.properties?.['spec'];
const status = schema?.properties?.['status'];

describe('the Memcached API', () => {
  it('keeps the names that existing manifests use', () => {
    expect(Memcached).toMatchObject({ group: 'cache.example.com', version: 'v1alpha1', kind: 'Memcached' });
    expect(Memcached.crd.spec.names).toEqual({
      ...{ kind: 'Memcached', listKind: 'MemcachedList' },
      ...{ plural: 'memcacheds', singular: 'memcached' },
    });
    expect(Memcached.crd.spec.scope).toBe('Namespaced');
  });

  it('requires no field of the spec: size and port have defaults', () => {
    expect(spec).not.toHaveProperty('required');
    expect(spec?.properties?.['size']).toMatchObject({ type: 'integer', default: 3 });
    expect(spec?.properties?.['containerPort']).toMatchObject({ minimum: 1024, maximum: 65535, default: 11211 });
  });

  it('accepts every size from 0, because size has no bounds of its own', () => {
    expect(spec?.properties?.['size']).not.toHaveProperty('x-kubernetes-validations');
    // The API server requires 0 to 2147483647 for the field of the scale subresource.
    expect(spec?.properties?.['size']).not.toHaveProperty('minimum');
    expect(spec?.properties?.['size']).not.toHaveProperty('maximum');
  });

  it('BUG-MC-1 declares nodes as an atomic list, so that a new list replaces the old one completely', () => {
    expect(status?.properties?.['nodes']).toMatchObject({ type: 'array', 'x-kubernetes-list-type': 'atomic' });
  });

  it('requires no field of the status, not even nodes', () => {
    expect(status).not.toHaveProperty('required');
  });

  it('has a scale subresource for autoscalers', () => {
    expect(version?.subresources['scale']).toEqual({
      specReplicasPath: '.spec.size',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    });
    expect(Object.keys(status?.properties ?? {})).toEqual(expect.arrayContaining(['replicas', 'selector']));
  });
});
