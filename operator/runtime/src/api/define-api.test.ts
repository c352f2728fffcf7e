import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isOperatorError } from '../base/index.ts';
import { defineApi, toPlural } from './define-api.ts';
import { t } from './t.ts';

const cafe = { group: 'example.com', version: 'v1', kind: 'Cafe', spec: t.object({ tables: t.integer() }) } as const;

describe('defineApi', () => {
  it('returns the kind that controllers own, read and watch', () => {
    const { group, version, kind, plural, namespaced, shortNames } = defineApi({ ...cafe, shortNames: ['cf'] });
    expect({ group, version, kind, plural, namespaced, shortNames }).toEqual({
      group: 'example.com',
      version: 'v1',
      kind: 'Cafe',
      plural: 'cafes',
      namespaced: true,
      shortNames: ['cf'],
    });
  });

  it('accepts another plural and another scope', () => {
    expect(defineApi({ ...cafe, plural: 'cafeteria', scope: 'Cluster' })).toMatchObject({
      plural: 'cafeteria',
      namespaced: false,
      shortNames: [],
      crd: { metadata: { name: 'cafeteria.example.com' }, spec: { scope: 'Cluster' } },
    });
  });

  it('fails with every path that the API server would reject, before it is called', () => {
    const spec = t.object({ pet: t.enum(['a', 'a']), size: t.array(t.integer({ minimum: 2, maximum: 1 })) });
    let thrown: unknown;
    try {
      defineApi({ ...cafe, version: '1', spec });
    } catch (error) {
      thrown = error;
    }
    expect(isOperatorError(thrown, 'SCHEMA_INVALID')).toBe(true);
    expect((thrown as Error).message).toBe(
      'failed to define the API Cafe.example.com: version: "1" is not v1, v1beta1, v2alpha3, ...; ' +
        'spec.pet: enum contains a value twice; spec.size[]: minimum 2 is above maximum 1',
    );
  });
});

describe('toPlural', () => {
  it.each([
    ['WebServer', 'webservers'],
    ['Echo', 'echos'],
    ['Memcached', 'memcacheds'],
    ['Ingress', 'ingresses'],
    ['Box', 'boxes'],
    ['Buzz', 'buzzes'],
    ['Batch', 'batches'],
    ['Mesh', 'meshes'],
    ['Policy', 'policies'],
    ['Gateway', 'gateways'],
  ])('of %s is %s', (kind, plural) => {
    expect(toPlural(kind)).toBe(plural);
  });

  it('is always a name that the API server accepts, and never the singular', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z][A-Za-z0-9]{0,20}$/), (kind) => {
        expect(toPlural(kind)).toMatch(/^[a-z][a-z0-9]*$/);
        expect(toPlural(kind)).not.toBe(kind.toLowerCase());
      }),
    );
  });
});
