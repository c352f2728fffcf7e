import { describe, expect, it } from 'vitest';

import { OperatorError } from '../../base/index.ts';
import { ApiError } from '../../client/index.ts';
import { toErrorFields } from './error-fields.ts';

describe('toErrorFields', () => {
  it('returns type, message, code and stack of an error and of its causes', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const error = new OperatorError('API_UNAVAILABLE', 'list pods', { cause: refused });
    expect(toErrorFields(error)).toEqual({
      type: 'OperatorError',
      message: error.message,
      code: 'API_UNAVAILABLE',
      stack: error.stack,
      cause: { type: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED', stack: refused.stack },
    });
  });

  it('returns no other property of an error', () => {
    const error = Object.assign(new TypeError('failed'), {
      headers: { authorization: 'Bearer s3cret' },
      body: 's3cret',
      code: 7,
    });
    expect(Object.keys(toErrorFields(error))).toEqual(['type', 'message', 'stack']);
    expect(JSON.stringify(toErrorFields(error))).not.toContain('s3cret');
  });

  it.each(['CREDENTIALS_INVALID', 'SETTINGS_INVALID'] as const)('gives no stack for a usage error: %s', (code) => {
    const cause = new Error('ENOENT');
    const error = new OperatorError(code, 'read it', { cause });
    expect(toErrorFields(error)).toEqual({
      ...{ type: 'OperatorError', message: error.message, code },
      cause: { type: 'Error', message: 'ENOENT' },
    });
  });

  it.each([
    [
      'an API server that does not answer',
      new ApiError('list pods', { status: 0, body: '', cause: new Error('reset') }),
    ],
    ['a time that is up', new OperatorError('TIMED_OUT', 'write the lease', { cause: new Error('late') })],
    ['a Lease that is lost', new OperatorError('NOT_LEADER', 'write', { cause: new Error('late') })],
    ['an end', new OperatorError('STOPPED', 'continue', { cause: new Error('SIGTERM') })],
  ])('returns no stack for an expected error or its causes: %s', (_, error) => {
    expect(JSON.stringify(toErrorFields(error))).not.toContain('"stack"');
    expect(toErrorFields(error).cause).toMatchObject({ type: 'Error' });
  });

  it('accepts any thrown value', () => {
    expect(toErrorFields('out of cheese')).toEqual({ type: 'string', message: 'out of cheese' });
    expect(toErrorFields(undefined)).toEqual({ type: 'undefined', message: 'undefined' });
  });

  it('ends a circular chain of causes', () => {
    const error = new Error('loop');
    error.cause = error;
    expect(JSON.stringify(toErrorFields(error)).match(/"message"/g)).toHaveLength(8);
  });
});
