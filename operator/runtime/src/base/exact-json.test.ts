import { describe, expect, it } from 'vitest';

import { exactText, parseExactly } from './json.ts';

describe('JSON that is parsed exactly', () => {
  it.each([
    '{"a":9007199254740991,"b":[-9007199254740991]}',
    '{"a":9007199254740993,"b":[-9223372036854775808],"__proto__":{"c":9223372036854775807}}',
    '{"a":1152921504606846976,"b":100000000000000000000}',
    '{"a":9007199254740994,"b":"9007199254740993","c":0.30000000000000004,"d":1e+300}',
  ])('has the same text again: %s', (text) => {
    expect(exactText(parseExactly(text))).toBe(text);
  });

  it('has numbers wherever a number is exact', () => {
    expect(parseExactly('[9007199254740991, 9007199254740994, 1e20, 12345678901234567.5]')).toEqual([
      ...[9007199254740991, 9007199254740994, 1e20, 12345678901234568],
    ]);
    expect(parseExactly('[9007199254740993]')).toEqual([9007199254740993n]);
  });
});
