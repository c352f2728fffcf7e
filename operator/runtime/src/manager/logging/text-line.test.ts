import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatTextLine } from './text-line.ts';

const time = '2026-01-01T00:00:00.000Z';

describe('formatTextLine', () => {
  it('starts with time, level and message', () => {
    expect(formatTextLine({ level: 'info', time, msg: 'became the leader' })).toBe(`${time} INFO  became the leader\n`);
  });

  it.each([
    [{ controller: 'web-server' }, 'controller=web-server'],
    [{ detail: 'two words' }, 'detail="two words"'],
    [{ empty: '' }, 'empty=""'],
    [{ quoted: 'a"b' }, 'quoted="a\\"b"'],
    [{ back: 'a\\u001b' }, 'back="a\\\\u001b"'],
    [{ name: 'a\u001b[2J\u009bb\u202e' }, 'name="a\\u001b[2J\\u009bb\\u202e"'],
    [{ 'a b\u001b': 1 }, '"a b\\u001b"=1'],
    [{ object: { namespace: 'default', name: 'a\nb' } }, 'object="default/a\\nb"'],
    [{ labels: { 'a\u009b': '\u2066b' } }, 'labels={"a\\u009b":"\\u2066b"}'],
    [{ object: { namespace: 'default', name: 'web' } }, 'object=default/web'],
    [
      { object: { namespace: 'default', name: 'web', uid: 'u' } },
      'object={"namespace":"default","name":"web","uid":"u"}',
    ],
    [
      { condition: { type: 'Ready', status: 'True', message: '' } },
      'condition={"type":"Ready","status":"True","message":""}',
    ],
    [
      { workers: 10, ready: false, nothing: null, list: ['a', 'b'] },
      'workers=10 ready=false nothing=null list=["a","b"]',
    ],
  ])('writes %j as %s', (fields, text) => {
    expect(formatTextLine({ level: 'debug', time, msg: 'said', ...fields })).toBe(`${time} DEBUG said ${text}\n`);
  });

  it('puts the stacks of an error and of its causes below', () => {
    const cause = { type: 'Error', message: 'refused', code: 'ECONNREFUSED' };
    const err = { type: 'Error', message: 'failed', stack: 'Error: failed\n    at main.ts:1:2', cause };
    expect(formatTextLine({ level: 'error', time, msg: 'stopped', err })).toBe(
      [
        `${time} ERROR stopped`,
        '    Error: failed',
        '        at main.ts:1:2',
        '    caused by: [ECONNREFUSED] refused',
        '',
      ].join('\n'),
    );
  });

  it('escapes control characters in messages and stacks', () => {
    const cause = { type: 'Error', message: 'a\r\u001b[1Ab', code: 'E\u009b' };
    const err = { type: 'Error', message: 'x', stack: 'Error: x\u202e\n    at main.ts:1:2', cause };
    expect(formatTextLine({ level: 'error', time, msg: 'said\u001b\nmore', err })).toBe(
      [
        `${time} ERROR said\\u001b\\u000amore`,
        '    Error: x\\u202e',
        '        at main.ts:1:2',
        '    caused by: [E\\u009b] a\\u000d\\u001b[1Ab',
        '',
      ].join('\n'),
    );
  });

  it('is one line with indented text below, for any user input', () => {
    const text = fc.string({ unit: 'binary' });
    const field = fc.oneof(text, fc.array(text), fc.dictionary(text, text), fc.record({ namespace: text, name: text }));
    const error = fc.record({ type: text, message: text, code: text, stack: text });
    fc.assert(
      fc.property(text, fc.dictionary(text, field), error, (msg, fields, err) => {
        const [first = '', ...below] = formatTextLine({ ...fields, level: 'info', time, msg, err })
          .slice(0, -1)
          .split('\n');
        expect(first.startsWith(`${time} INFO `)).toBe(true);
        expect(below.every((line) => line.startsWith('    '))).toBe(true);
        expect([first, ...below].join('').replaceAll('\t', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
