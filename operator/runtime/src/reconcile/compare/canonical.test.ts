import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { canonicalJson, hashOf } from './canonical.ts';

/** The same value with the members of its objects in another order. */
function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, shuffled(member)]),
  );
}

describe('canonicalJson', () => {
  it('is JSON of the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is the same text whatever order members were written in', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('leaves absent values out, as JSON does, and keeps null', () => {
    expect(canonicalJson({ b: undefined, a: null, c: [1, { z: undefined }] })).toBe('{"a":null,"c":[1,{}]}');
  });
});

describe('hashOf', () => {
  it('fits into an annotation, and is the same in every process and version', () => {
    expect(hashOf({ b: 1, a: ['x'] })).toBe(hashOf({ a: ['x'], b: 1 }));
    expect(hashOf({ b: 1, a: ['x'] })).toMatch(/^[\w-]{22}$/);
    expect(hashOf({ a: 1 })).toBe('AVq9f1zFei3ZS3WQ8ErYCE');
  });

  it('differs for different values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(hashOf(a) === hashOf(b)).toBe(canonicalJson(a) === canonicalJson(b));
      }),
    );
  });
});
