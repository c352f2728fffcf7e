import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Kind } from '../base/index.ts';
import { buildPath, type ObjectLocation, parsePath } from './object-path.ts';

const kinds: readonly Kind[] = [
  { group: '', version: 'v1', kind: 'Service', plural: 'services', namespaced: true },
  { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', namespaced: true },
  { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false },
];

const name = fc.string({ minLength: 1, unit: fc.constantFrom('a', 'b', '-', '.', '/', '%', '?') });

const places = fc.oneof(
  fc.record({ namespace: name }, { requiredKeys: [] }),
  fc.record({ namespace: name, name, subresource: fc.constant('status') }, { requiredKeys: ['name'] }),
);

describe('buildPath', () => {
  const [service, deployment, namespaces] = kinds as [Kind, Kind, Kind];
  const key = { namespace: 'default', name: 'web' };

  it.each([
    [buildPath(service), '/api/v1/services'],
    [buildPath(service, { namespace: 'default' }), '/api/v1/namespaces/default/services'],
    [buildPath(service, key), '/api/v1/namespaces/default/services/web'],
    [buildPath(deployment, key), '/apis/apps/v1/namespaces/default/deployments/web'],
    [
      buildPath(deployment, { ...key, subresource: 'status' }),
      '/apis/apps/v1/namespaces/default/deployments/web/status',
    ],
    [buildPath(namespaces, { name: 'n' }), '/api/v1/namespaces/n'],
    [buildPath(namespaces, { namespace: 'ignored', name: 'n' }), '/api/v1/namespaces/n'],
    [buildPath(namespaces, { name: 'a/../b?c' }), '/api/v1/namespaces/a%2F..%2Fb%3Fc'],
  ])('%s', (path, expected) => {
    expect(path).toBe(expected);
  });
});

describe('parsePath', () => {
  it('returns the location from which buildPath built the path', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), places, (kind, { namespace, ...place }) => {
        const given: ObjectLocation = { ...place, ...(kind.namespaced && namespace !== undefined && { namespace }) };
        expect(parsePath(kind, buildPath(kind, given))).toEqual(given);
      }),
    );
  });
});
