import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../testing/fake-clock.ts';
import type { Logger } from '../base/index.ts';
import { createLogger, type LoggerOptions } from './logging.ts';

interface Captured {
  readonly logger: Logger;
  readonly lines: string[];
  /** The last line, as data. */
  last(): Record<string, unknown>;
}

function capture(options: Partial<LoggerOptions> = {}): Captured {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: 'debug', format: 'json', destination, clock: createFakeClock(), ...options });
  return { logger, lines, last: () => JSON.parse(lines.at(-1) ?? '') as Record<string, unknown> };
}

describe('createLogger', () => {
  it('writes one JSON object a line: level, time, message, fields', () => {
    const { logger, lines } = capture();
    logger.info('applied child', { object: { namespace: 'default', name: 'web' }, durationMs: 3 });
    expect(lines).toEqual([
      '{"level":"info","time":"2026-01-01T00:00:00.000Z","object":{"namespace":"default","name":"web"},"durationMs":3,"msg":"applied child"}\n',
    ]);
  });

  it('names the levels', () => {
    const { logger, lines } = capture();
    logger.debug('a');
    logger.info('b');
    logger.warn('c');
    logger.error(new Error('e'), 'd');
    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual([
      'debug',
      'info',
      'warn',
      'error',
    ]);
  });

  it('leaves out what is less important than its level, in children too', () => {
    const { logger, lines } = capture({ level: 'warn' });
    logger.info('no');
    logger.child({ controller: 'pet' }).info('no');
    logger.child({ controller: 'pet' }).warn('yes');
    expect(lines).toHaveLength(1);
  });

  it('adds the fields of a child and of its parents', () => {
    const { logger, last } = capture();
    logger.child({ controller: 'pet' }).child({ reconcileId: '1' }).info('said', { attempt: 2 });
    expect(last()).toMatchObject({ controller: 'pet', reconcileId: '1', attempt: 2 });
  });

  it('writes errors with their causes, as `err` or by `error`', () => {
    const { logger, last } = capture();
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const expected = { err: { message: 'failed', cause: { message: 'refused', code: 'ECONNREFUSED' } }, object: 'web' };
    logger.error(new Error('failed', { cause }), 'said', { object: 'web' });
    expect(last()).toMatchObject(expected);
    logger.warn('said', { err: new Error('failed', { cause }), object: 'web' });
    expect(last()).toMatchObject(expected);
    logger.error('out of cheese', 'said');
    expect(last()).toMatchObject({ err: { message: 'out of cheese' } });
  });

  it.each([
    { headers: { authorization: 'Bearer s3cret' } },
    { body: 's3cret' },
    { request: { headers: { authorization: 'Bearer s3cret' }, body: 's3cret' } },
    { calls: [{ request: { headers: { authorization: 'Bearer s3cret' } } }] },
    { a: { b: { c: { d: { e: { f: { g: { h: 's3cret' } } } } } } } },
    { credentials: { token: 's3cret', password: 's3cret' } },
    { secret: { metadata: { name: 'db' }, data: { password: 's3cret' }, stringData: { password: 's3cret' } } },
    { err: Object.assign(new Error('failed'), { headers: 's3cret', response: { body: 's3cret' } }) },
    { reason: Object.assign(new Error('failed'), { request: { headers: 's3cret' } }) },
  ])('keeps secrets out of lines, case %#', (fields) => {
    const { logger, lines } = capture();
    logger.info('said', fields);
    logger.child(fields).info('said');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain('s3cret');
  });

  it('writes text for people', () => {
    const { logger, lines } = capture({ format: 'text' });
    logger.child({ controller: 'pet' }).info('applied child', { object: { namespace: 'default', name: 'web' } });
    expect(lines).toEqual(['2026-01-01T00:00:00.000Z INFO  applied child controller=pet object=default/web\n']);
  });

  it('has written to standard output when the process is killed right after', async () => {
    const program = `
      import { createLogger } from ${JSON.stringify(path.join(import.meta.dirname, 'logging.ts'))};
      const logger = createLogger({ level: 'info', format: 'json' });
      for (let line = 0; line < 2000; line += 1) logger.info('said', { line });
      process.kill(process.pid, 'SIGKILL');
    `;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program]);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    expect(output.trimEnd().split('\n')).toHaveLength(2000);
  });
});
