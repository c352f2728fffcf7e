import { describe, expect, it } from 'vitest';

import { buildCafe } from '../../fixtures/cafe-versions.ts';
import { MalformedReviewError } from '../admission/index.ts';
import { parseConversionRequest } from './conversion-review.ts';

const object = buildCafe('v1', { spec: { euros: 1 } });
const request = { uid: '7', desiredAPIVersion: 'example.com/v2', objects: [object] };

function review(changes: object = {}): string {
  const apiVersion = 'apiextensions.k8s.io/v1';
  return JSON.stringify({ apiVersion, kind: 'ConversionReview', request: { ...request, ...changes } });
}

describe('the request in a review', () => {
  it('has the objects and the requested version', () => {
    expect(parseConversionRequest(review())).toEqual({
      ...{ uid: '7', desiredApiVersion: 'example.com/v2', objects: [object] },
    });
  });

  it('can have objects without spec and status', () => {
    const { objects } = parseConversionRequest(review({ objects: [buildCafe('v1', { spec: null })] }));
    expect(objects).toHaveLength(1);
  });

  it.each([
    [
      'another version',
      '{"apiVersion":"apiextensions.k8s.io/v1beta1","kind":"ConversionReview"}',
      'the body is not of kind',
    ],
    ['another kind', '{"apiVersion":"apiextensions.k8s.io/v1","kind":"AdmissionReview"}', 'the body is not of kind'],
    ['no uid', review({ uid: undefined }), 'request.uid is absent'],
    ['no version', review({ desiredAPIVersion: '' }), 'request.desiredAPIVersion is absent'],
    ['no objects', review({ objects: {} }), 'request.objects is not a list'],
    ['an object that is none', review({ objects: [object, 7] }), 'request.objects[1] is not an object'],
    ['no apiVersion', review({ objects: [{ ...object, apiVersion: 1 }] }), 'request.objects[0].apiVersion is absent'],
    ['no kind', review({ objects: [{ ...object, kind: undefined }] }), 'request.objects[0].kind is absent'],
    ['no metadata', review({ objects: [{ ...object, metadata: [] }] }), 'request.objects[0].metadata is not an object'],
    ['another spec', review({ objects: [{ ...object, spec: 'a' }] }), 'request.objects[0].spec is not an object'],
    ['another status', review({ objects: [{ ...object, status: [] }] }), 'request.objects[0].status is not an object'],
  ])('is rejected for %s', (_, body, message) => {
    expect(() => parseConversionRequest(body)).toThrow(MalformedReviewError);
    expect(() => parseConversionRequest(body)).toThrow(message);
  });
});
