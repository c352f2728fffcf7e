import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import type { Logger } from '../../base/index.ts';
import { createLogger, type LoggerOptions } from './logger.ts';

interface Captured {
  readonly logger: Logger;
  readonly lines: string[];
  /** The last line, parsed. */
  last(): Record<string, unknown>;
}

function capture(options: Partial<LoggerOptions> = {}): Captured {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: 'debug', format: 'json', destination, clock: createFakeClock(), ...options });
  return { logger, lines, last: () => JSON.parse(lines.at(-1) ?? '') as Record<string, unknown> };
}

describe('createLogger', () => {
  it('writes one JSON object per line: level, time, message, fields', () => {
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

  it('omits lines below its level, also in children', () => {
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
    { Authorization: 's3cret', accessToken: 's3cret', DB_PASSWORD: 's3cret', 'x-api-key': 's3cret' },
    { clientSecret: 's3cret', secrets: ['s3cret'], cookies: ['s3cret'], password: 's3cret', 'Set-Cookie': 's3cret' },
    { ACCESS_TOKEN: 's3cret', dbpassword: 's3cret' },
    { url: 'https://me:s3cret@host/', query: '/pets?token=s3cret', detail: 'sent Bearer s3cret' },
    { env: [{ name: 'DB_PASSWORD', value: 's3cret' }], httpHeaders: [{ name: 'Authorization', value: 's3cret' }] },
    { annotation: JSON.stringify({ kind: 'Secret', data: { db: 's3cret' } }) },
    { args: ['--token', 's3cret'], command: 'run --token s3cret', applied: '{"args":["--token","s3cret"]}' },
    { 'https://me:s3cret@host/': 1, nested: new Map([['token', 's3cret']]), set: new Set(['Bearer s3cret']) },
    {
      config: new (class {
        readonly password = 's3cret';
      })(),
      at: { toJSON: () => ({ token: 's3cret' }) },
    },
    { err: new Error('GET /?token=s3cret', { cause: new Error('https://me:s3cret@host/') }) },
    { buffer: Buffer.from('s3cret'), url: new URL('https://me:s3cret@host/') },
  ])('redacts secrets in fields, case %#', (fields) => {
    const { logger, lines } = capture();
    logger.info('said', fields);
    logger.child(fields).info('said');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain('s3cret');
  });

  it.each([
    { secretName: 'db', secretKeyRef: { name: 'db', key: 'user' }, imagePullSecrets: [{ name: 'regcred' }] },
    { imagePullSecrets: ['regcred'], secret: { namespace: 'default', name: 'db' }, tokenExpirationSeconds: 3600 },
    { serviceAccountToken: { path: 'token', expirationSeconds: 3600 }, automountServiceAccountToken: false },
    { image: 'registry:5000/web:1.27', path: '/api/v1/pods?limit=500', maxTokens: 10, token: undefined },
    { args: ['--token', '--verbose', '--token-file', 'a', '--token', 5, 'token', 'a'], command: 'run --verbose' },
    { env: [{ name: 'GREETING', value: 'hello' }], annotation: '{"a": {"b": [1, 2]}}', nothing: null },
  ])('leaves usual Kubernetes words unchanged, case %#', (fields) => {
    const { logger, last } = capture();
    logger.info('said', fields);
    expect(last()).toMatchObject(JSON.parse(JSON.stringify(fields)) as object);
    expect(JSON.stringify(last())).not.toContain('redacted');
  });

  it('redacts secrets in messages and in thrown values', () => {
    const { logger, lines } = capture();
    logger.info('asked https://me:s3cret@host/');
    logger.error('Authorization: Bearer s3cret', 'said');
    logger.error(Object.assign(new Error('failed'), { stack: 'Error: token=s3cret\n    at main.ts:1:2' }), 'said');
    expect(lines).toHaveLength(3);
    expect(lines.join('')).not.toContain('s3cret');
  });

  it('writes a chain of causes to its end, also as text', () => {
    const { logger, lines } = capture({ format: 'text' });
    const chain = [8, 7, 6, 5, 4, 3, 2, 1].reduce<Error | undefined>(
      (cause, nth) => new Error(`of ${String(nth)}`, { cause }),
      undefined,
    );
    logger.error(chain, 'said');
    expect(lines[0]?.match(/of \d/g)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((nth) => `of ${String(nth)}`));
    expect(lines[0]).not.toContain('undefined');
  });

  it('writes a line for any field values', () => {
    const loop: Record<string, unknown> = { name: 'web' };
    loop['self'] = loop;
    const fails = (): never => {
      throw new Error('poison');
    };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const huge = Array.from({ length: 1_000_000 }, (_, index) => index);
    const poison = Object.defineProperty(new Error('x'), 'message', { get: fails });
    const { logger, lines, last } = capture();
    logger.info('said', {
      loop,
      getter: Object.defineProperty({ fine: 1 }, 'bad', { get: fails, enumerable: true }),
      toJson: { toJSON: fails },
      proxy: revoked.proxy,
      big: 1n,
      proto: JSON.parse('{"__proto__": {"a": 1}}') as unknown,
      bare: Object.create(null) as unknown,
      long: 'x'.repeat(1_000_000),
      poison,
      huge,
      after: 'seen',
    });
    logger.error(poison, 'said');
    logger.error(Object.create(null), 'said');
    expect(last()).toMatchObject({ err: { message: '[cannot be read]' } });
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      getter: { fine: 1, bad: '[cannot be read]' },
      toJson: '[cannot be read]',
      proxy: '[cannot be read]',
      big: '1',
      long: '[1000000 more characters]',
    });
    expect(lines[0]?.length).toBeLessThan(20_000);
    expect(lines[0]).toContain('[too much]');
  });

  it.each(['json', 'text'] as const)('escapes control characters, as %s', (format) => {
    const { logger, lines } = capture({ format });
    const nasty = 'a\u001b[2J\u009b\u007f\u202e\u2028\u{e0041}b';
    logger.child({ [nasty]: nasty }).error(new Error(nasty), nasty, { object: { namespace: nasty, name: nasty } });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    if (format === 'json') expect(JSON.parse(lines[0] ?? '')).toMatchObject({ [nasty]: nasty, msg: nasty });
  });

  it('writes text for people', () => {
    const { logger, lines } = capture({ format: 'text' });
    logger.child({ controller: 'pet' }).info('applied child', { object: { namespace: 'default', name: 'web' } });
    expect(lines).toEqual([
      expect.stringMatching(/^\d\d:\d\d:00\.000 INFO {2}pet {6}default\/web {6}applied child\n$/),
    ]);
  });

  it('has written to standard output before the call returns: a killed process loses no line', async () => {
    const program = `
      import { createLogger } from ${JSON.stringify(path.join(import.meta.dirname, 'logger.ts'))};
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
