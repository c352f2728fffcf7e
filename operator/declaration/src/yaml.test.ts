import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';

import { writeYaml, formatYamlScalar } from './yaml.ts';

const versions = ['1.1', '1.2'] as const;

/**
 * Text that YAML parsers may read as another value. test/contract/yaml compares with `kubectl`, which uses Go's parser.
 */
const texts = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789_.:-+eExXoObBfFaA, TtZz')), maxLength: 8 }),
    fc.string({ unit: fc.constantFrom(...Array.from('yYnNoOeEsStTrRuUfFaAlLIi.~=<')), maxLength: 5 }),
    fc.string({ unit: fc.constantFrom(...Array.from(' \n\t:#-?"\'ab\\%[]{}&*!|>,@`\r\u2028\u0085')), maxLength: 12 }),
    fc.string({ unit: 'binary' }),
  )
  .filter((text) => text !== '__proto__');

describe('a text', () => {
  it('does not change when parsed as YAML 1.1 and as YAML 1.2, as a value and as a key', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const object = { [text]: { [text]: [text, { [text]: text }] } };
        for (const version of versions) expect(parse(writeYaml(object), { version })).toEqual(object);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ...[
      'y',
      'No',
      'on',
      'null',
      '~',
      '=',
      '<<',
      '12:30:00',
      '2026-01-01',
      '1_000',
      '0b1',
      '0o17',
      '0X1F',
      '-_1',
      '1e1_0',
      '1e3',
    ],
    ...['.inf', 'a\u2028b', '\ufeff', ''],
  ])('%j is quoted', (text) => {
    expect(writeYaml({ [text]: text })).toMatch(/^"[^]*": "[^]*"\n$/);
    expect(writeYaml({ [text]: text })).not.toMatch(/[\u2028\ufeff]/);
    expect(formatYamlScalar(text)).toMatch(/^".*"$/);
  });

  it.each([
    'dog',
    'yesterday',
    'v1',
    'my.domain/v1',
    '.spec.replicas',
    '100m',
    'nothing',
    '0.1.0',
    '10.0.0.0/8',
    'https://a.example:80/b?c=d#e',
  ])('%j is not quoted', (text) => {
    expect(writeYaml({ [text]: text })).toBe(`${text}: ${text}\n`);
    expect(formatYamlScalar(text)).toBe(text);
  });
});

describe('documents', () => {
  it('are separated by ---, without aliases for shared parts', () => {
    const port = { port: 80 };
    const text = writeYaml({ a: port, b: port }, { c: [port] });
    expect(text).toBe('a:\n  port: 80\nb:\n  port: 80\n---\nc:\n  - port: 80\n');
    expect(parseAllDocuments(text)).toHaveLength(2);
  });

  it('equal the output of cdk8s if all parsers read that output alike', () => {
    const quoted = ['a: b', '- a', '"a"', "it's", '#1', '{a}', 'a:', '1', 'true'];
    const object = {
      a: 'on',
      b: ['text\nof lines\n', 1, null, true, quoted],
      c: {},
      d: [[{ e: [] }, ['f']]],
      '/g': 'h\ni',
    };
    expect(writeYaml(object)).toBe(stringify(object, { lineWidth: 0, version: '1.1' }));
  });

  it('have a key of any length', () => {
    const object = { a: { ['b'.repeat(2000)]: { c: [1] }, d: 1 } };
    for (const version of versions) expect(parse(writeYaml(object), { version })).toEqual(object);
  });
});
