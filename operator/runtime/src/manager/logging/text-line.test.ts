import { styleText } from 'node:util';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createTextFormat, type TextTerminal } from './text-line.ts';

const time = '2026-01-01T10:20:30.040Z';
const clock = '10:20:30.040';

/** The empty columns of a line without a controller and an object. */
const blank = `${' '.repeat(8)} ${' '.repeat(16)}`;

function format(fields: object, terminal: TextTerminal = { color: false }): string {
  return createTextFormat(terminal)({ level: 'info', time, msg: 'said', ...fields });
}

describe('a log line as text', () => {
  it('has the time, the level, the controller, the object and the message in columns', () => {
    const line = createTextFormat({ color: false });
    const started = line({ level: 'info', time, msg: 'controller started', controller: 'web-server', workers: 10 });
    const created = line({ level: 'warn', time, msg: 'said', controller: 'pet', object: 'default/thor' });
    expect([started, created]).toEqual([
      `${clock} INFO  web-server                  controller started  workers=10\n`,
      `${clock} WARN  pet        default/thor     said\n`,
    ]);
  });

  it('has the object of a write with its paths, short ids, and the causes at the end', () => {
    const id = '1305adbf-b352-48d3-9da1-19e5fc134b17';
    const causes = ['spec.size by kubectl-edit', 'timer'];
    const write = { child: 'Deployment', name: 'default/web', paths: ['spec.replicas', 'spec.paused'], because: 'b' };
    expect(format({ reconcileId: id, causes, ...write })).toBe(
      `${clock} INFO  ${blank} said  Deployment default/web: spec.replicas, spec.paused  because=b  ` +
        'reconcile=1305adbf  ← spec.size by kubectl-edit  ← timer\n',
    );
    expect(format({ paths: ['status.size'] })).toBe(`${clock} INFO  ${blank} said  status.size\n`);
  });

  it.each([
    [{ trigger: 'poll' }, 'trigger=poll'],
    [{ detail: 'two words' }, 'detail="two words"'],
    [{ empty: '' }, 'empty=""'],
    [{ quoted: 'a"b' }, 'quoted="a\\"b"'],
    [{ back: 'a\\u001b' }, 'back="a\\\\u001b"'],
    [{ from: 'a\u001b[2J\u009bb\u202e' }, 'from="a\\u001b[2J\\u009bb\\u202e"'],
    [{ 'a b\u001b': 1 }, '"a b\\u001b"=1'],
    [{ labels: { 'a\u009b': '\u2066b' } }, 'labels={"a\\u009b":"\\u2066b"}'],
    [{ other: { namespace: 'default', name: 'web' } }, 'other=default/web'],
    [
      { other: { namespace: 'default', name: 'web', uid: 'u' } },
      'other={"namespace":"default","name":"web","uid":"u"}',
    ],
    [
      { condition: { type: 'Ready', status: 'True', message: '' } },
      'condition={"type":"Ready","status":"True","message":""}',
    ],
    [
      { workers: 10, ready: false, nothing: null, list: ['a', 'b'] },
      'workers=10  ready=false  nothing=null  list=["a","b"]',
    ],
    [{ child: 1, name: 'web', paths: 'a', causes: {} }, 'child=1  name=web  paths=a  causes={}'],
    [{ long: 'x'.repeat(1000) }, `long=${'x'.repeat(400)}…`],
  ])('writes %j as %s', (fields, text) => {
    expect(format(fields)).toBe(`${clock} INFO  ${blank} said  ${text}\n`);
  });

  it('continues in indented lines on a terminal, at its width', () => {
    const fields = { controller: 'pet', object: { namespace: 'default', name: 'thor' }, a: 'x'.repeat(40), b: 1, c: 2 };
    const causes = ['spec.size by kubectl-edit', `Deployment default/web: ${'status.readyReplicas, '.repeat(4)}by x`];
    expect(format({ ...fields, causes }, { color: false, columns: () => 80 })).toBe(
      [
        `${clock} INFO  pet      default/thor     said`,
        `    a=${'x'.repeat(40)}  b=1  c=2`,
        '    ← spec.size by kubectl-edit',
        `    ← ${causes[1]}`,
        '',
      ].join('\n'),
    );
  });

  it('has colors only where the terminal has them', () => {
    expect(format({ level: 'warn' })).not.toContain('\u001b');
    expect(format({ level: 'warn' }, { color: true })).toContain(
      styleText('yellow', 'WARN ', { validateStream: false }),
    );
  });

  it('has the stacks of an error and of its causes below', () => {
    const cause = { type: 'Error', message: 'refused', code: 'ECONNREFUSED' };
    const err = { type: 'Error', message: 'failed', stack: 'Error: failed\n    at main.ts:1:2', cause };
    expect(format({ level: 'error', msg: 'stopped', err })).toBe(
      [
        `${clock} ERROR ${blank} stopped`,
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
    expect(format({ level: 'error', msg: 'said\u001b\nmore', err })).toBe(
      [
        `${clock} ERROR ${blank} said\\u001b\\u000amore`,
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
    const err = fc.record({ type: text, message: text, code: text, stack: text });
    const known = { controller: text, object: field, child: text, name: text, causes: fc.array(text), msg: text, err };
    const fields = fc.tuple(fc.dictionary(text, field), fc.record(known)).map((both) => Object.assign({}, ...both));
    fc.assert(
      fc.property(fields, fc.constantFrom(undefined, 40), (all: object, width) => {
        const terminal = { color: false, ...(width !== undefined && { columns: () => width }) };
        const [first = '', ...below] = format({ ...all, level: 'info', time }, terminal)
          .slice(0, -1)
          .split('\n');
        expect(first.startsWith(`${clock} INFO `)).toBe(true);
        expect(below.every((line) => line.startsWith('    '))).toBe(true);
        expect([first, ...below].join('').replaceAll('\t', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
