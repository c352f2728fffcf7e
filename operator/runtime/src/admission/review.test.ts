import { describe, expect, it } from 'vitest';

import { someObject } from '../../fixtures/some-object.ts';
import { invalid, required } from './faults.ts';
import { buildAnswer, parseRequest } from './review.ts';
import { MalformedReviewError } from './review-body.ts';

const request = {
  uid: '705ab4f5',
  kind: { group: 'mmontes.io', version: 'v1alpha1', kind: 'Echo' },
  name: 'hello',
  namespace: 'default',
  operation: 'UPDATE',
  userInfo: { username: 'ann', groups: ['system:authenticated'] },
  object: someObject({ name: 'hello', resourceVersion: '2' }),
  oldObject: someObject({ name: 'hello' }),
  dryRun: true,
  options: {},
};

function review(changes: object = {}): string {
  const apiVersion = 'admission.k8s.io/v1';
  return JSON.stringify({ apiVersion, kind: 'AdmissionReview', request: { ...request, ...changes } });
}

describe('the request in a review', () => {
  it('has the API server’s data on the write and its user', () => {
    expect(parseRequest(review())).toEqual({
      uid: '705ab4f5',
      kind: request.kind,
      name: 'hello',
      namespace: 'default',
      operation: 'UPDATE',
      object: request.object,
      oldObject: request.oldObject,
      requester: { username: 'ann', groups: ['system:authenticated'], extra: {} },
      dryRun: true,
    });
  });

  it('has no object if the API server sends null, and no name before one is generated', () => {
    const { object, name, dryRun } = parseRequest(
      review({ object: null, oldObject: null, name: '', dryRun: undefined }),
    );
    expect({ object, name, dryRun }).toEqual({ object: undefined, name: '', dryRun: false });
  });

  it('has the object’s name if the request is for several, such as in a deleted namespace', () => {
    const oldObject = { metadata: { name: 'annual' } };
    expect(parseRequest(review({ object: null, oldObject, name: '' })).name).toBe('annual');
  });

  it.each([
    ['no JSON', '{', 'the body is not JSON'],
    ['a list', '[]', 'the body is not an object'],
    [
      'another version',
      '{"apiVersion":"admission.k8s.io/v1beta1"}',
      'not of kind AdmissionReview of admission.k8s.io/v1',
    ],
    ['no request', '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"}', 'request is not an object'],
    ['no uid', review({ uid: undefined }), 'uid is absent'],
    ['an unknown operation', review({ operation: 'PEEK' }), 'request.operation is unknown'],
    ['an object without metadata', review({ object: {} }), 'request.object.metadata is not an object'],
    ['no requester', review({ userInfo: undefined }), 'request.userInfo is not an object'],
  ])('is rejected for %s', (_, body, message) => {
    expect(() => parseRequest(body)).toThrow(MalformedReviewError);
    expect(() => parseRequest(body)).toThrow(message);
  });
});

describe('the response', () => {
  const answer = (verdict: Parameters<typeof buildAnswer>[1]): unknown => {
    const { response } = JSON.parse(buildAnswer(parseRequest(review()), verdict)) as { response: unknown };
    return response;
  };

  it('allows without a patch if the object is complete', () => {
    expect(answer({ allowed: true, patch: [], warnings: [] })).toEqual({ uid: '705ab4f5', allowed: true });
  });

  it('has the patch in base64, and the warnings', () => {
    const patch = [{ op: 'add', path: '/spec', value: 'ü' }] as const;
    expect(answer({ allowed: true, patch, warnings: ['old'] })).toEqual({
      uid: '705ab4f5',
      allowed: true,
      patchType: 'JSONPatch',
      patch: Buffer.from(JSON.stringify(patch)).toString('base64'),
      warnings: ['old'],
    });
  });

  it('rejects as the API server does, with a cause for each field', () => {
    const faults = [invalid('spec.size', 7, 'must be even'), required('spec.text', 'say something')];
    expect(answer({ allowed: false, faults, warnings: [] })).toEqual({
      uid: '705ab4f5',
      allowed: false,
      status: {
        code: 422,
        reason: 'Invalid',
        message:
          'Echo.mmontes.io "hello" is invalid: ' +
          '[spec.size: Invalid value: 7: must be even, spec.text: Required value: say something]',
        details: {
          name: 'hello',
          group: 'mmontes.io',
          kind: 'Echo',
          causes: [
            { reason: 'FieldValueInvalid', message: 'Invalid value: 7: must be even', field: 'spec.size' },
            { reason: 'FieldValueRequired', message: 'Required value: say something', field: 'spec.text' },
          ],
        },
      },
    });
  });
});
