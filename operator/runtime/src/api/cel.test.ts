import { describe, expect, it } from 'vitest';

import { cel, onCreation } from './cel.ts';

describe('cel', () => {
  it('is the rule, its message and nothing more', () => {
    expect(cel('self > 0', 'must be positive')).toEqual({ rule: 'self > 0', message: 'must be positive' });
  });

  it('takes the other fields of a rule', () => {
    const options = { messageExpression: '"x"', reason: 'FieldValueRequired', fieldPath: '.a' } as const;
    expect(cel('a', 'b', options)).toEqual({ rule: 'a', message: 'b', ...options });
  });
});

describe('onCreation', () => {
  it('lets every object pass that is stored already', () => {
    const rule = onCreation(cel('self.a || self.b', 'say a or b', { fieldPath: '.a' }));
    expect(rule).toEqual({
      rule: 'oldSelf.hasValue() || (self.a || self.b)',
      message: 'say a or b',
      fieldPath: '.a',
      optionalOldSelf: true,
    });
  });
});
