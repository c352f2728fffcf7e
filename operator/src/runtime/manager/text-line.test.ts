import { describe, expect, it } from 'vitest';

import { textLine } from './text-line.ts';

const time = '2026-01-01T00:00:00.000Z';

describe('textLine', () => {
  it('begins with time, level and message', () => {
    expect(textLine({ level: 'info', time, msg: 'became the leader' })).toBe(`${time} INFO  became the leader\n`);
  });

  it.each([
    [{ controller: 'web-server' }, 'controller=web-server'],
    [{ detail: 'two words' }, 'detail="two words"'],
    [{ empty: '' }, 'empty=""'],
    [{ quoted: 'a"b' }, 'quoted="a\\"b"'],
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
    expect(textLine({ level: 'debug', time, msg: 'said', ...fields })).toBe(`${time} DEBUG said ${text}\n`);
  });

  it('puts the stacks of an error and of its causes below', () => {
    const cause = { type: 'Error', message: 'refused', code: 'ECONNREFUSED' };
    const err = { type: 'Error', message: 'failed', stack: 'Error: failed\n    at main.ts:1:2', cause };
    expect(textLine({ level: 'error', time, msg: 'stopped', err })).toBe(
      [
        `${time} ERROR stopped`,
        '    Error: failed',
        '        at main.ts:1:2',
        '    caused by: [ECONNREFUSED] refused',
        '',
      ].join('\n'),
    );
  });
});
