import { describe, expect, it } from 'vitest';

import { stringifyExactly, toJsonError, parseExactly } from './json.ts';

const cycle: Record<string, unknown> = { name: 'a' };
cycle['self'] = { list: [1, cycle] };

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
}

/** The explanation for the error of `JSON.stringify(value)`. */
function explained(value: unknown): string | undefined {
  try {
    JSON.stringify(value);
    return 'it is JSON';
  } catch (error) {
    return toJsonError(error, 'write it', value)?.message;
  }
}

describe('the error of a value that cannot be written as JSON', () => {
  it('names the path', () => {
    const end = ', which JSON cannot represent';
    expect(explained({ status: { parts: [{ count: 1 }, { count: 2n }] } })).toBe(
      `failed to write it: status.parts[1].count is a BigInt${end}`,
    );
    expect(explained({ status: cycle })).toBe(`failed to write it: status.self.list[1] contains itself${end}`);
    expect(explained(nested(20_000))).toMatch(/^failed to write it: a\.a\..* is nested too deeply/);
  });

  it('is undefined for another error, or if the whole value is JSON', () => {
    const twice = { a: 1 };
    expect(toJsonError(new TypeError('x is not a function'), 'write it', [twice, twice])).toBeUndefined();
    expect(toJsonError(new Error('no answer'), 'write it', 1n)).toBeUndefined();
  });
});

describe('JSON that is parsed exactly', () => {
  it.each([
    '{"a":9007199254740991,"b":[-9007199254740991]}',
    '{"a":9007199254740993,"b":[-9223372036854775808],"__proto__":{"c":9223372036854775807}}',
    '{"a":1152921504606846976,"b":100000000000000000000}',
    '{"a":9007199254740994,"b":"9007199254740993","c":0.30000000000000004,"d":1e+300}',
  ])('has the same text again: %s', (text) => {
    expect(stringifyExactly(parseExactly(text))).toBe(text);
  });

  it('has numbers wherever a number is exact', () => {
    expect(parseExactly('[9007199254740991, 9007199254740994, 1e20, 12345678901234567.5]')).toEqual([
      ...[9007199254740991, 9007199254740994, 1e20, 12345678901234568],
    ]);
    expect(parseExactly('[9007199254740993]')).toEqual([9007199254740993n]);
  });
});
