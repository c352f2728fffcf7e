import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { toCanonicalJson, computeHash } from './canonical.ts';

/** Returns the same value with the keys of its objects in another order. */
function shuffle(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffle);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, shuffle(member)]),
  );
}

describe('toCanonicalJson', () => {
  it('is JSON of the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(toCanonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is the same text for any order of members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(toCanonicalJson(shuffle(value))).toBe(toCanonicalJson(value));
      }),
    );
  });

  it('omits absent values, as JSON does, and keeps null', () => {
    expect(toCanonicalJson({ b: undefined, a: null, c: [1, { z: undefined }] })).toBe('{"a":null,"c":[1,{}]}');
  });
});

describe('computeHash', () => {
  it('fits into an annotation, and is the same in every process and version', () => {
    expect(computeHash({ b: 1, a: ['x'] })).toBe(computeHash({ a: ['x'], b: 1 }));
    expect(computeHash({ b: 1, a: ['x'] })).toMatch(/^[\w-]{22}$/);
    expect(computeHash({ a: 1 })).toBe('AVq9f1zFei3ZS3WQ8ErYCE');
  });

  it('differs for different values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(computeHash(a) === computeHash(b)).toBe(toCanonicalJson(a) === toCanonicalJson(b));
      }),
    );
  });
});
