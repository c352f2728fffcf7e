import { describe, expect, it } from 'vitest';

import { OperatorError } from '../base/index.ts';
import { findLeadingSignal, type Leadership } from './leadership.ts';

const term = new AbortController().signal;
const lead = (assertLeading: () => void = () => undefined, signal = term): Leadership => ({ signal, assertLeading });
const fail = (error: Error): (() => void) => {
  return () => {
    throw error;
  };
};

describe('findLeadingSignal', () => {
  it('returns the signal of a leader', () => {
    expect(findLeadingSignal(lead())).toBe(term);
  });

  it.each([
    ['before the first term', undefined],
    ['after the leadership has ended', lead(undefined, AbortSignal.abort())],
    ['after the renew deadline', lead(fail(new OperatorError('NOT_LEADER', 'write')))],
  ])('returns undefined %s', (_when, leadership) => {
    expect(findLeadingSignal(leadership)).toBeUndefined();
  });

  it('throws an unexpected error', () => {
    expect(() => findLeadingSignal(lead(fail(new TypeError('a defect'))))).toThrow('a defect');
  });
});
