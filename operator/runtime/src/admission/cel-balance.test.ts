import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findImbalance } from './cel-balance.ts';

describe('findImbalance', () => {
  it.each([
    ["!object.spec.image.endsWith(':latest')"],
    ["object.spec.items.all(i, i.name in ['a)', \"b]\", r'c\\'])"],
    ['Object{spec: Object.spec{replicas: 1}}'],
    ["[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('a/b'), value: 'it\\'s'}]"],
    ['true // (not yet'],
    ['\'\' == ""'],
    ['\'\'\'it\'s (so\'\'\' != """a "b" {"""'],
    ['object.spec.`a-(b` == 1'],
    ["r'\\' == '\\\\'"],
  ])('accepts %j', (text) => {
    expect(findImbalance(text)).toBeUndefined();
  });

  it.each([
    ['has(object.spec.image', '( is never closed'],
    ['has(object.spec.image))', ') closes nothing'],
    ['[1, 2}', '[ is closed by }'],
    ["object.spec.image == 'a", "a string that begins with ' is never closed"],
    ['object.spec.image == "a\n"', 'a string that begins with " is never closed'],
  ])('detects the unbalanced character in %j', (text, problem) => {
    expect(findImbalance(text)).toBe(problem);
  });

  it('ignores a text in quotes, and detects an unclosed one', () => {
    fc.assert(
      fc.property(fc.string(), (said) => {
        const quoted = JSON.stringify(said);
        expect(findImbalance(`f(${quoted})`)).toBeUndefined();
        expect(findImbalance(`f(${quoted}`)).toBeDefined();
      }),
    );
  });
});
