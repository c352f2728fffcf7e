import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type ErrorCode, OperatorError } from '../../base/index.ts';
import { ApiError } from '../../client/index.ts';
import { computeErrorFingerprint, isUnexpected, formatStatusMessage } from './unexpected.ts';

const buildApiError = (status: number): ApiError => new ApiError('apply', { status, body: {} });
const buildError = (code: ErrorCode): OperatorError => new OperatorError(code, 'brew');

describe('isUnexpected', () => {
  it.each([
    ['an error of the author', new Error('out of coffee')],
    ['a value that is not an error', 'out of coffee'],
    ['nothing', undefined],
    ['a defect', new TypeError('menu is not a function')],
    ['a network that fails', new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })],
    ['a call that was not awaited', buildError('DECLARATION_INVALID')],
    [
      'a call that was not awaited and conflicted',
      new OperatorError('DECLARATION_INVALID', 'brew', { cause: buildApiError(409) }),
    ],
    ['a time that is up', buildError('TIMED_OUT')],
    ['a kind that there is not', buildApiError(404)],
  ])('is true for %s', (_, error) => {
    expect(isUnexpected(error)).toBe(true);
  });

  it.each([
    ['a conflict', buildApiError(409)],
    ['a change meanwhile', buildError('STALE')],
    ['a lost lead', buildError('NOT_LEADER')],
    ['a stop', buildError('STOPPED')],
    ['no answer', buildApiError(0)],
    ['an overload', buildApiError(429)],
    ['a broken API server', buildApiError(500)],
    ['a token that has expired', buildApiError(401)],
    ['an error of the author for one of these', new Error('no home', { cause: buildApiError(409) })],
  ])('is false for %s', (_, error) => {
    expect(isUnexpected(error)).toBe(false);
  });

  it('ends for a circular chain of causes', () => {
    const error = new Error('round');
    error.cause = error;
    expect(isUnexpected(error)).toBe(true);
  });
});

describe('formatStatusMessage', () => {
  it.each([
    [new Error('first\nsecond'), 'first'],
    [new Error('\n  first\r\nsecond'), 'first'],
    [new RangeError(''), 'RangeError'],
    ['out of coffee', 'out of coffee'],
    ['', 'the thrown value has no message'],
    [new Error('\u001b[31mred\u202e'), '[31mred'],
    [new Error('password=hunter2'), 'password=[redacted]'],
  ])('of %j', (error, words) => {
    expect(formatStatusMessage(error)).toBe(words);
  });

  it('keeps no part of a secret when it cuts a long message', () => {
    for (const secret of [
      'https://me:hunter2@example.com/',
      `eyJhbGciOiJSUzI1NiJ9${'a'.repeat(400)}.hunter2hunter2.hunter2`,
      "token: 'hunter2 and more words'",
      'Authorization: Basic hunter2hunter2hunter2',
    ]) {
      for (let before = 2048 - secret.length; before <= 2050; before += 1) {
        // The redaction shortens the text before the secret, so that the secret moves to within the limit.
        const message = `password="${'x'.repeat(before - 11)}" ${secret} ${'word '.repeat(1000)}`;
        expect(formatStatusMessage(new Error(message))).not.toMatch(/hunter|eyJ/);
      }
    }
  });

  it('ends with a mark if the message was cut', () => {
    expect(formatStatusMessage(new Error(`password="${'x'.repeat(2048)}" is wrong`))).toBe('password=[redacted] …');
    expect(formatStatusMessage(new Error('x'.repeat(3000)))).toBe(`${'x'.repeat(511)}…`);
  });

  it('is one bounded line that the API server accepts, for any thrown value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (message) => {
        const words = formatStatusMessage(new Error(message));
        expect(words.length).toBeGreaterThan(0);
        expect(words.length).toBeLessThanOrEqual(512);
        expect(words).not.toMatch(/\p{Cc}/u);
        expect(words.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('computeErrorFingerprint', () => {
  it('is equal for messages that differ only in numbers and identifiers', () => {
    expect(computeErrorFingerprint('try 12 of 5c1bd3d8-aaaa-4aaa-8aaa-abcdefabcdef')).toBe(
      computeErrorFingerprint('try 345 of 0f0f0f0f-bbbb-4bbb-8bbb-aaaaaaaaaaaa'),
    );
    expect(computeErrorFingerprint('the cook is ill')).not.toBe(computeErrorFingerprint('the cook is away'));
  });
});
