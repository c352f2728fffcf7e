import { describe, expect, it } from 'vitest';

import { escapeCelName } from './cel.ts';
import { atLeastOneOf, atMostOneOf, exactlyOneOf, immutable } from './property-rules.ts';

describe('ready-made rules', () => {
  it('count the properties that are set', () => {
    const counted = '(has(self.git) ? 1 : 0) + (has(self.__namespace__) ? 1 : 0) + (has(self.a__dash__b) ? 1 : 0)';
    const names = ['git', 'namespace', 'a-b'] as const;
    expect(exactlyOneOf(...names)).toEqual({
      rule: `${counted} == 1`,
      message: 'exactly one of git, namespace, a-b must be set',
    });
    expect(atMostOneOf(...names)).toEqual({
      rule: `${counted} <= 1`,
      message: 'at most one of git, namespace, a-b may be set',
    });
  });

  it('require one of several properties', () => {
    expect(atLeastOneOf('a', 'b')).toEqual({
      rule: 'has(self.a) || has(self.b)',
      message: 'at least one of a, b must be set',
    });
  });

  it('keep a value, or properties, as they were when the object was created', () => {
    const message = 'immutable: delete the object and create it again';
    expect(immutable()).toEqual({ rule: 'self == oldSelf', message: `is ${message}` });
    const one = 'has(self.a) == has(oldSelf.a) && (!has(self.a) || self.a == oldSelf.a)';
    expect(immutable('a')).toEqual({ rule: one, message: `a is ${message}` });
    expect(immutable('a', 'b')).toEqual({
      rule: `${one} && ${one.replaceAll('.a', '.b')}`,
      message: `a, b are ${message}`,
    });
  });
});

describe('celName', () => {
  it.each([
    ['plain', 'plain'],
    ['namespace', '__namespace__'],
    ['in', '__in__'],
    ['a-b.c/d', 'a__dash__b__dot__c__slash__d'],
    ['a__b', 'a__underscores__b'],
    ['a_b', 'a_b'],
  ])('calls %s %s', (property, name) => {
    expect(escapeCelName(property)).toBe(name);
  });
});
