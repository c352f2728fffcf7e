import { describe, expect, it } from 'vitest';

import { codes } from '../base/index.ts';
import { ApiError, isApiError, type Status } from './status-error.ts';

const buildError = (code: number, more: Partial<Status> = {}): ApiError =>
  new ApiError('apply Service default/web', {
    status: code,
    body: { kind: 'Status', status: 'Failure', code, message: 'the words of the server', ...more },
  });

describe('the error code of a response', () => {
  it.each([
    [0, 'API_UNAVAILABLE'],
    [400, 'API_INVALID'],
    [401, 'API_UNAUTHORIZED'],
    [403, 'API_FORBIDDEN'],
    [404, 'API_NOT_FOUND'],
    [405, 'API_INVALID'],
    [408, 'API_UNAVAILABLE'],
    [409, 'API_CONFLICT'],
    [410, 'API_EXPIRED'],
    [413, 'API_INVALID'],
    [415, 'API_INVALID'],
    [422, 'API_INVALID'],
    [429, 'API_UNAVAILABLE'],
    [500, 'API_UNAVAILABLE'],
    [503, 'API_UNAVAILABLE'],
    [504, 'API_UNAVAILABLE'],
  ] as const)('%d is %s', (code, expected) => {
    expect(buildError(code).code).toBe(expected);
    expect(buildError(code).retry).toBe(codes[expected].retry);
  });

  it.each([
    'failed to create typed patch object (default/web; /v1, Kind=Service): .spec.foo: field not declared in schema',
    'failed to create typed patch object (default/web; /v1, Kind=Service): .spec.ports: duplicate entries for key [port=80]',
    'failed to create manager for existing fields: failed to convert new object',
  ])('500 with "%s" is permanent', (message) => {
    expect(buildError(500, { message }).code).toBe('API_INVALID');
  });

  it('422 to a failed test of a JSON patch is a conflict: the object has changed since', () => {
    const message = 'the server rejected our request due to an error in our request';
    expect(buildError(422, { reason: 'Invalid', message, details: {} }).code).toBe('API_CONFLICT');
    const causes = [{ reason: 'FieldValueInvalid', field: 'spec', message: 'no' }];
    expect(buildError(422, { reason: 'Invalid', message, details: { causes } }).code).toBe('API_INVALID');
  });
});

describe('an ApiError', () => {
  it('contains the reason, message and causes of the server', () => {
    const causes = [
      { reason: 'FieldValueInvalid', field: 'spec.ports[0].nodePort', message: 'not in the valid range' },
    ];
    const error = buildError(422, { reason: 'Invalid', details: { causes } });
    expect(error).toMatchObject({
      name: 'ApiError',
      message: 'failed to apply Service default/web: the words of the server',
      serverMessage: 'the words of the server',
      status: 422,
      reason: 'Invalid',
      causes,
    });
  });

  it('contains its object and its cause', () => {
    const cause = new Error('socket');
    const error = new ApiError('get', { status: 0, body: 'no answer', object: { name: 'web' }, cause });
    expect(error).toMatchObject({ object: { name: 'web' }, cause });
  });

  it('contains the requested wait, in milliseconds', () => {
    expect(buildError(429, { details: { retryAfterSeconds: 3 } }).retryAfterMs).toBe(3000);
    expect(buildError(429).retryAfterMs).toBeUndefined();
    const error = new ApiError('get', { status: 429, body: 'Too many requests', retryAfterMs: 2000 });
    expect(error.retryAfterMs).toBe(2000);
  });

  it.each([
    ['404 page not found\n', '404 page not found'],
    ['', 'HTTP 404'],
    [undefined, 'HTTP 404'],
    [{ some: 'json' }, 'HTTP 404'],
    ['x'.repeat(600), 'x'.repeat(500)],
  ])('for a body that is not a Status contains %j', (body, message) => {
    const error = new ApiError('get', { status: 404, body });
    expect(error).toMatchObject({ serverMessage: message, reason: '', causes: [], code: 'API_NOT_FOUND' });
  });

  it.each([
    ['<!DOCTYPE html><html><head><title>502 Bad Gateway</title>', 'HTTP 502 with a HTML page (“502 Bad Gateway”)'],
    ['<html><body>token=abc.def</body></html>', 'HTTP 502 with a HTML page (“token=…”)'],
  ])('describes an HTML page by its title: %s', (body, message) => {
    expect(new ApiError('get', { status: 502, body }).serverMessage).toBe(message);
  });

  it.each([
    [
      ' "" is invalid: patch: Invalid value: "{\\"db\\":\\"s3cret\\"}": cannot convert int64 to string',
      ' "" is invalid: patch: Invalid value: [redacted]: cannot convert int64 to string',
    ],
    [
      'failed to create typed patch object (a/b; /v1, Kind=Secret): errors:\n  .data: expected map, got &{s3cret\ns3cret}\n  .x: no',
      'failed to create typed patch object (a/b; /v1, Kind=Secret): errors:\n  .data: expected map, got [redacted]\n  .x: no',
    ],
    [
      'failed: Cafe a/b cannot be converted from v1 to v2beta1: spec.hours[0].open: Invalid value: "30h": s3cret\nat a',
      'failed: Cafe a/b cannot be converted from v1 to v2beta1: spec.hours[0].open: [redacted]\nat a',
    ],
    [
      'failed: Cafe a/b cannot be converted from v1 to v2: toHub of v1 failed: no waiter: s3cret',
      'failed: Cafe a/b cannot be converted from v1 to v2: [redacted]',
    ],
    [
      'Service "web" is invalid: spec.type: Invalid value: "Nodeport": is odd',
      'Service "web" is invalid: spec.type: Invalid value: "Nodeport": is odd',
    ],
  ])('does not repeat an object with the API server: %s', (message, clean) => {
    const error = buildError(500, { message, details: { causes: [{ message }] } });
    expect(error).toMatchObject({ serverMessage: clean, causes: [{ message: clean }] });
  });

  it('does not repeat a patch in its causes', () => {
    const causes = [{ reason: 'FieldValueInvalid', message: 'Invalid value: "s3cret": no', field: 'patch' }];
    expect(buildError(422, { details: { causes } }).causes).toEqual([{ reason: 'FieldValueInvalid', field: 'patch' }]);
  });

  it('ignores members of a Status with the wrong type', () => {
    for (const more of [
      { message: 7, reason: {}, details: 'x' },
      { details: { causes: 'many', retryAfterSeconds: 'soon' } },
      { details: { causes: [null, 'x', { reason: 7, field: [] }], retryAfterSeconds: null } },
    ]) {
      const error = new ApiError('get', { status: 500, body: { kind: 'Status', ...more } });
      expect(error).toMatchObject({ serverMessage: 'HTTP 500', reason: '', retryAfterMs: undefined });
      expect(error.causes.every(({ reason, field }) => reason === undefined && field === undefined)).toBe(true);
    }
  });

  it('differs from other errors, and by its status', () => {
    expect(isApiError(buildError(404))).toBe(true);
    expect(isApiError(buildError(404), 404)).toBe(true);
    expect(isApiError(buildError(404), 409)).toBe(false);
    expect(isApiError(new Error('404'), 404)).toBe(false);
  });
});
