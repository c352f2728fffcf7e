import { describe, expect, it } from 'vitest';

import { findLosses } from './losses.ts';
import type { Schema } from './schema.ts';
import { t } from './t.ts';

const any = { preserveUnknownFields: true };
const listLosses = (from: Schema, to: Schema): readonly string[] =>
  findLosses(t.object({ a: from }).json, t.object({ a: to }).json, 'spec').map(({ path, what }) => `${path}: ${what}`);

describe('an object loses in another schema', () => {
  it.each<readonly [what: string, from: Schema, to: Schema, paths: readonly string[]]>([
    ['a field that it does not have', t.object({ b: t.string(), c: t.string() }), t.object({ c: t.string() }), ['b']],
    ['one of its items', t.array(t.object({ b: t.string() })), t.array(t.object({})), ['[].b']],
    ['one of its entries', t.record(t.object({ b: t.string() })), t.record(t.object({})), ['{}.b']],
    ['all entries but those it names', t.record(t.string()), t.object({ b: t.string() }), ['{}']],
    ['fields that are not entries', t.object({ b: t.object({ c: t.string() }) }), t.record(t.object({})), ['b.c']],
  ])('%s', (...[, from, to, paths]) => {
    expect(listLosses(from, to)).toEqual(paths.map((path) => `spec.a${/^[[{]/.test(path) ? '' : '.'}${path}: field`));
  });

  it('unknown fields that the other schema prunes, at the top and within known fields', () => {
    expect(listLosses(t.object({}, any), t.object({}))).toEqual(['spec.a.*: unknown fields']);
    expect(listLosses(t.unknown(), t.object({}))).toEqual(['spec.a.*: unknown fields']);
    expect(listLosses(t.object({}, any), t.object({ b: t.object({}), c: t.string() }, any))).toEqual([
      'spec.a.b.*: unknown fields',
    ]);
    expect(listLosses(t.unknown(), t.array(t.object({})))).toEqual(['spec.a[].*: unknown fields']);
  });

  it('a null that the other schema does not allow', () => {
    expect(listLosses(t.nullable(t.string()), t.string())).toEqual(['spec.a: null']);
    expect(listLosses(t.nullable(t.object({ b: t.string() })), t.object({}))).toEqual([
      'spec.a: null',
      'spec.a.b: field',
    ]);
  });

  it.each<[string, Schema, Schema]>([
    ['what it keeps unknown', t.object({ b: t.string() }), t.object({}, any)],
    ['what has any shape', t.object({ b: t.nullable(t.string()) }), t.unknown()],
    ['a null of any shape', t.nullable(t.string()), t.unknown()],
    ['what fits its map', t.object({ b: t.string() }), t.record(t.string())],
    ['values that it rejects', t.string(), t.enum(['a'])],
    ['what it requires', t.object({ b: t.optional(t.string()) }), t.object({ b: t.string({ minLength: 9 }) })],
    ['another type, which it rejects', t.object({ b: t.string() }), t.string()],
    ['a value of any type that has no fields', t.unknown(), t.intOrString()],
  ])('no field of %s', (_, from, to) => {
    expect(listLosses(from, to)).toEqual([]);
  });
});
