import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Kind } from '../base/index.ts';
import { placeIn } from './call-span.ts';
import { pathOf, type Place } from './client.ts';

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

describe('placeIn', () => {
  it('returns the place from which pathOf made the path', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), places, (kind, { namespace, ...place }) => {
        const given: Place = { ...place, ...(kind.namespaced && namespace !== undefined && { namespace }) };
        expect(placeIn(kind, pathOf(kind, given))).toEqual(given);
      }),
    );
  });
});
