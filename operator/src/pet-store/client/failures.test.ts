import { Code, ConnectError } from '@connectrpc/connect';
import { describe, expect, it } from 'vitest';

import { failureOf, isRefused } from './failures.ts';
import { PetStoreError } from './pet-store-error.ts';

/** An error as the client throws it for a status that the store has returned. */
const said = (message: string, code: Code): ConnectError =>
  new ConnectError(message, code, { 'grpc-status': String(code) });

describe('a failed call', () => {
  it.each<readonly [message: string, code: Code, error: string]>([
    ['no name', Code.InvalidArgument, 'Invalid: the pet store refuses the request: no name'],
    ['a\n b\t c', Code.InvalidArgument, 'Invalid: the pet store refuses the request: a b c'],
    [
      'grpc: received message larger than max (9 vs. 4)',
      Code.ResourceExhausted,
      'Invalid: the pet store refuses the request: grpc: received message larger than max (9 vs. 4)',
    ],
    [
      'gRPC message exceeds maximum size 4194304: 5000000',
      Code.ResourceExhausted,
      'Invalid: the pet store refuses the request: gRPC message exceeds maximum size 4194304: 5000000',
    ],
    ['quota exceeded', Code.ResourceExhausted, 'Unavailable: the pet store does not answer'],
    ['disk full', Code.Internal, 'Unavailable: the pet store does not answer'],
    ['stopping', Code.Unavailable, 'Unavailable: the pet store does not answer'],
    ['who are you', Code.Unauthenticated, 'Unavailable: the pet store does not answer'],
    ['too late', Code.DeadlineExceeded, 'Unavailable: the pet store does not answer'],
    ['what', Code.Unimplemented, 'Garbage: the pet store gives an answer that makes no sense: it is no pet store'],
    ["pet with ID(7) doesn't exist", Code.Internal, 'Unavailable: the pet store does not answer'],
  ])('with the message %o of the store (code %i) is %s', (message, code, expected) => {
    const cause = said(message, code);
    const error = failureOf(cause, { isUpdate: false });
    expect(`${error.reason}: ${error.message}`).toBe(expected);
    expect(error.cause).toBe(cause);
  });

  it.each([
    ["pet with ID(7) doesn't exist", Code.Internal],
    ['no such pet', Code.NotFound],
  ])('of UpdatePets, with the message %o of the store, is NotFound, without the id in its message', (message, code) => {
    expect(failureOf(said(message, code), { isUpdate: true })).toMatchObject({
      reason: 'NotFound',
      message: 'the pet store does not hold this pet',
    });
  });

  it.each([
    ['connect ECONNREFUSED 127.0.0.1:6742', Code.Unavailable, 'Unavailable'],
    ['the operation timed out', Code.DeadlineExceeded, 'Unavailable'],
    ['protocol error: missing status', Code.Internal, 'Unavailable'],
    ["pet with ID(7) doesn't exist", Code.Internal, 'Unavailable'],
    ['parse binary: premature EOF', Code.Internal, 'Garbage'],
    ['message size 9 is larger than configured readMaxBytes 4', Code.ResourceExhausted, 'Garbage'],
    ['protocol error: missing output message for unary method', Code.Unimplemented, 'Garbage'],
    ['HTTP 404', Code.Unimplemented, 'Garbage'],
    ['HTTP 503', Code.Unavailable, 'Unavailable'],
  ])('with the error %o of the client or the network is not an error of the store', (message, code, reason) => {
    expect(failureOf(new ConnectError(message, code), { isUpdate: true }).reason).toBe(reason);
  });

  // id: client-takes-a-fault-for-a-missing-pet
  it('is NotFound only if the error comes from the store itself', () => {
    const words = "pet with ID(7) doesn't exist";
    expect(failureOf(new ConnectError(words, Code.Internal), { isUpdate: true }).reason).toBe('Unavailable');
    expect(failureOf(said(words, Code.Internal), { isUpdate: true }).reason).toBe('NotFound');
  });

  it('with a PetStoreError keeps that error', () => {
    const error = new PetStoreError('Garbage', { detail: 'it gave an empty id' });
    expect(failureOf(error, { isUpdate: false })).toBe(error);
  });

  it('has an error with at most 200 characters of the store’s message', () => {
    expect(failureOf(said('x'.repeat(10_000), Code.InvalidArgument), { isUpdate: false }).message.length).toBeLessThan(
      300,
    );
  });
});

describe('a refused stream', () => {
  it('is recognized by an error of the client, never by a message of the store', () => {
    expect(isRefused(new Error('Stream closed with error code NGHTTP2_REFUSED_STREAM'))).toBe(true);
    expect(isRefused(new ConnectError('http/2 stream closed with error code REFUSED_STREAM (0x7)'))).toBe(true);
    expect(isRefused(said('REFUSED_STREAM', Code.Unavailable))).toBe(false);
    expect(isRefused(new Error('Stream closed with error code NGHTTP2_CANCEL'))).toBe(false);
  });
});
