import { isDeepStrictEqual } from 'node:util';

import { applyPatch, type PatchOperation } from '@kubewright/declaration';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createPatch } from './json-patch.ts';

/** Names that a path has to escape, and names that every JavaScript object inherits. */
const names = fc.oneof(
  fc.stringMatching(/^[a-z/~]{1,4}$/),
  fc.constantFrom('constructor', 'valueOf', 'toString', '__proto__'),
);

/** Any JSON, as in the fields of an object. */
const json = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.integer(), fc.string(), fc.constant(null), fc.array(tie('value')), tie('object')),
  object: fc.dictionary(names, tie('value'), { noNullPrototype: true }),
})).object;

/** The steps as the API server parses them. */
const toJson = (steps: readonly PatchOperation[]): readonly PatchOperation[] =>
  JSON.parse(JSON.stringify(steps)) as readonly PatchOperation[];

describe('a patch', () => {
  it('turns any value into any other', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(isDeepStrictEqual(applyPatch(before, toJson(createPatch(before, after))), after)).toBe(true);
      }),
    );
  });

  it('has no step for equal values', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(createPatch(value, structuredClone(value))).toEqual([]);
      }),
    );
  });

  it('names only differing paths, with escaped characters', () => {
    const before = { metadata: { labels: { 'a/b': '1', 'c~d': '2' } }, spec: { ports: [{ port: 1 }, { port: 2 }] } };
    const after = { metadata: { labels: { 'a/b': '3' } }, spec: { ports: [{ port: 1 }, { port: 4, name: 'web' }] } };

    expect(createPatch(before, after)).toEqual([
      { op: 'replace', path: '/metadata/labels/a~1b', value: '3' },
      { op: 'remove', path: '/metadata/labels/c~0d' },
      { op: 'replace', path: '/spec/ports/1/port', value: 4 },
      { op: 'add', path: '/spec/ports/1/name', value: 'web' },
    ]);
  });

  it('replaces a list of another length as a whole', () => {
    expect(createPatch({ args: ['a'] }, { args: ['a', 'b'] })).toEqual([
      { op: 'replace', path: '/args', value: ['a', 'b'] },
    ]);
  });

  it('treats an undefined property as absent', () => {
    expect(createPatch({ a: 1 }, { a: 1, b: undefined })).toEqual([]);
    expect(createPatch({ a: 1 }, { a: undefined })).toEqual([{ op: 'remove', path: '/a' }]);
  });
});
