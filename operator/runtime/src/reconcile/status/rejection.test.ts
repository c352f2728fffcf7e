import { describe, expect, it } from 'vitest';

import { parseDurationMs, OperatorError, parsePeriodMs } from '../../base/index.ts';
import { ApiError, type StatusCause } from '../../client/index.ts';
import { findRejection } from './rejection.ts';

const answer = (status: number, message: string, causes?: readonly StatusCause[]): ApiError =>
  new ApiError('apply Service default/web-service', {
    status,
    body: { kind: 'Status', status: 'Failure', message, ...(causes && { details: { causes } }) },
  });

const port = {
  reason: 'FieldValueInvalid',
  field: 'spec.ports[0].nodePort',
  message: 'Invalid value: 30010: provided port is already allocated',
};

describe('findRejection', () => {
  it.each<[string, unknown, readonly [reason: string, retry: boolean]]>([
    ['a spec that the API server rejects', answer(422, 'spec.x: Required value', []), ['Invalid', false]],
    ['a request that it cannot read', answer(400, 'cannot convert'), ['Invalid', false]],
    [
      'a field that the schema does not declare',
      answer(
        500,
        'failed to create typed patch object (default/web; /v1, Kind=Service): .spec.foo: field not declared',
      ),
      ['Invalid', false],
    ],
    ['a node port that is taken', answer(422, 'Service "web" is invalid', [port]), ['NodePortTaken', true]],
    ['a node port that is taken, in the message only', answer(422, port.message), ['NodePortTaken', true]],
    [
      'a quota',
      answer(403, 'exceeded quota: pods, requested: pods=1, used: pods=2, limited: pods=2'),
      ['Forbidden', true],
    ],
    ['missing rights', answer(403, 'services is forbidden: User "x" cannot patch'), ['Forbidden', true]],
    [
      'a policy, whose status is its own choice',
      answer(422, "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no", []),
      ['Forbidden', true],
    ],
    [
      'a webhook that denies, whose status is its own choice',
      answer(400, 'admission webhook "w.example.com" denied the request: no'),
      ['Forbidden', true],
    ],
    [
      'a webhook that does not answer',
      answer(500, 'Internal error occurred: failed calling webhook "w.example.com": connection refused'),
      ['Unavailable', true],
    ],
    ['a name that is taken', new OperatorError('NAME_CONFLICT', 'apply Service default/web'), ['NameConflict', true]],
    ['a spec that the controller rejects', new OperatorError('SPEC_INVALID', 'read it'), ['Invalid', false]],
  ])('classifies %s as a rejection', (_, error, [reason, retry]) => {
    expect(findRejection(error)).toMatchObject({ reason, retry });
  });

  it.each<[string, unknown]>([
    ['a conflict', answer(409, 'the object has been modified')],
    ['what does not exist', answer(404, 'not found')],
    ['a server that is too busy', answer(429, 'try again later')],
    ['an error of the server', answer(500, 'etcdserver: no leader')],
    ['an error of the server about a port', answer(500, 'Internal error occurred: provided port is already allocated')],
    ['no answer at all', new ApiError('get', { status: 0, body: 'ECONNRESET' })],
    ['an expired token', answer(401, 'Unauthorized')],
    ['a lost Lease', new OperatorError('NOT_LEADER', 'write')],
    ['an owner that is gone', new OperatorError('OWNER_DELETED', 'make children')],
    ['an error of the controller', new TypeError('x is undefined')],
    ['a value that is not an error', 'text'],
  ])('does not classify %s as a rejection', (_, error) => {
    expect(findRejection(error)).toBeUndefined();
  });

  it('has the message of the API server, without the name of our call', () => {
    const message = 'Service "web" is invalid: spec.type: Unsupported value';
    expect(findRejection(answer(422, message, []))?.message).toBe(message);
    expect(
      findRejection(
        answer(
          500,
          'failed to create typed patch object (default/web; /v1, Kind=Service): .spec.foo: field not declared',
        ),
      )?.message,
    ).toBe('.spec.foo: field not declared');
    const conflict = new OperatorError('NAME_CONFLICT', 'apply Service default/web', { hint: 'Service web exists' });
    expect(findRejection(conflict)?.message).toBe('Service web exists');
  });

  it.each([parseDurationMs, parsePeriodMs])('is Invalid for a duration in a spec that cannot be parsed', (read) => {
    const thrown = (): unknown => {
      try {
        return read('5x');
      } catch (error) {
        return error;
      }
    };
    expect(findRejection(thrown())).toEqual({
      reason: 'Invalid',
      message: 'failed to read a duration: "5x" is not allowed; use a duration such as 90s, 5m or 1h30m',
      retry: false,
    });
  });
});
