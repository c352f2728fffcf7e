import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';

import { toPetStoreError } from './failures.ts';
import { PetStoreError } from './pet-store-error.ts';

/** An error as the gRPC library throws it. */
const buildServiceError = (details: string, code: status): ServiceError =>
  Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata: new Metadata() });

const [add, update, search] = ['AddPets', 'UpdatePets', 'SearchPets'].map((name) => `/petstore.PetStore/${name}`) as [
  string,
  string,
  string,
];

describe('a failed call', () => {
  it.each<readonly [message: string, code: status, error: string]>([
    ['no name', status.INVALID_ARGUMENT, 'Invalid: the pet store rejects the request: no name'],
    ['a\n b\t c', status.INVALID_ARGUMENT, 'Invalid: the pet store rejects the request: a b c'],
    [
      'grpc: received message larger than max (9 vs. 4)',
      status.RESOURCE_EXHAUSTED,
      'Invalid: the pet store rejects the request: grpc: received message larger than max (9 vs. 4)',
    ],
    [
      'gRPC message exceeds maximum size 4194304: 5000000',
      status.RESOURCE_EXHAUSTED,
      'Invalid: the pet store rejects the request: gRPC message exceeds maximum size 4194304: 5000000',
    ],
    [
      'cannot accept more than 100000 pets at once',
      status.RESOURCE_EXHAUSTED,
      'Invalid: the pet store rejects the request: cannot accept more than 100000 pets at once',
    ],
    ['quota exceeded', status.RESOURCE_EXHAUSTED, 'Unavailable: the pet store does not answer'],
    ['disk full', status.INTERNAL, 'Unavailable: the pet store does not answer'],
    ['stopping', status.UNAVAILABLE, 'Unavailable: the pet store does not answer'],
    ['who are you', status.UNAUTHENTICATED, 'Unavailable: the pet store does not answer'],
    ['too late', status.DEADLINE_EXCEEDED, 'Unavailable: the pet store does not answer'],
    [
      'what',
      status.UNIMPLEMENTED,
      'Garbage: the pet store returned an invalid response: the server is not a pet store',
    ],
    ["pet with ID(7) doesn't exist", status.INTERNAL, 'Unavailable: the pet store does not answer'],
  ])('with the message %o of the store (code %i) is %s', (message, code, expected) => {
    const cause = buildServiceError(message, code);
    const error = toPetStoreError(cause, add);
    expect(`${error.reason}: ${error.message}`).toBe(expected);
    expect(error.cause).toBe(cause);
  });

  it.each([
    ["pet with ID(7) doesn't exist", status.INTERNAL],
    ['no such pet', status.NOT_FOUND],
  ])('of UpdatePets, with the message %o of the store, is NotFound, without the id in its message', (message, code) => {
    expect(toPetStoreError(buildServiceError(message, code), update)).toMatchObject({
      reason: 'NotFound',
      message: 'the pet store does not have this pet',
    });
  });

  it.each([
    ['Received HTTP status code 503', status.UNAVAILABLE, 'Unavailable'],
    ['Received RST_STREAM with code 2 (Internal server error)', status.INTERNAL, 'Unavailable'],
    ['Response message parsing error: index out of range', status.INTERNAL, 'Garbage'],
    ['Received message larger than max (9 vs. 4)', status.RESOURCE_EXHAUSTED, 'Garbage'],
    ['Received HTTP status code 404', status.UNIMPLEMENTED, 'Garbage'],
  ])('of a search, with the error %o of the library, is %s', (message, code, reason) => {
    expect(toPetStoreError(buildServiceError(message, code), search).reason).toBe(reason);
  });

  it('is NotFound only if it is an update', () => {
    const missing = buildServiceError("pet with ID(7) doesn't exist", status.INTERNAL);
    expect([add, update, search].map((path) => toPetStoreError(missing, path).reason)).toEqual([
      'Unavailable',
      'NotFound',
      'Unavailable',
    ]);
  });

  it('with a PetStoreError keeps that error', () => {
    const error = new PetStoreError('Garbage', { detail: 'an id is empty' });
    expect(toPetStoreError(error, add)).toBe(error);
  });

  it('has an error with at most 200 characters of the store’s message', () => {
    expect(
      toPetStoreError(buildServiceError('x'.repeat(10_000), status.INVALID_ARGUMENT), add).message.length,
    ).toBeLessThan(300);
  });
});
