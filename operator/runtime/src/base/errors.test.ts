import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { codes, isOperatorError, getMessage, OperatorError } from './errors.ts';

describe('error codes', () => {
  it('are listed in the README, with advice, and no others are', () => {
    const readme = readFileSync(new URL('../../../docs/README.md', import.meta.url), 'utf8');
    const rows = [...readme.matchAll(/^\| `([A-Z_]+)`\s*\| (yes|no)\s*\| (.+?)\s*\|$/gm)];
    const listed = rows.map(([, code, again, hint]) => [code, { retry: again === 'yes', hint }]);
    expect(Object.fromEntries(listed)).toEqual(codes);
  });

  it('state what failed and what to do, and keep the cause', () => {
    const cause = new Error('socket closed');
    const error = new OperatorError('API_UNAVAILABLE', 'list pods', { cause });
    expect(error.message).toBe('failed to list pods: the API server did not answer; the request is retried');
    expect(error.cause).toBe(cause);
    expect(error.retry).toBe(true);
    expect(isOperatorError(error, 'API_UNAVAILABLE')).toBe(true);
    expect(isOperatorError(error, 'API_CONFLICT')).toBe(false);
  });
});

describe('the message of a thrown value', () => {
  it.each([
    [new Error('no'), 'no'],
    ['no', 'no'],
    [undefined, 'undefined'],
    [Object.assign(new Error(), { message: { code: 7 } }), '[object Object]'],
    [Object.assign(new Error(), { message: undefined }), 'undefined'],
    [Object.create(null), '[cannot be read]'],
    [
      {
        toString: () => {
          throw new Error('poison');
        },
      },
      '[cannot be read]',
    ],
  ])('is a text for any thrown value: %#', (thrown: unknown, message) => {
    expect(getMessage(thrown)).toBe(message);
  });
});
