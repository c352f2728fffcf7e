import { checkRoundTrips } from '@kubewright/testing';
import { describe, expect, it } from 'vitest';

import { parseMinutes, formatOpenFor } from './open-for.ts';
import { bothVersions, storedAsV2 } from './releases.ts';

describe('the versions of a Cafe', () => {
  it('are converted without loss', () =>
    checkRoundTrips(storedAsV2, {
      onlyIn: { v1: ['spec.waiter'] },
      examples: [
        { apiVersion: 'example.com/v1', spec: { openFor: '150m', guests: 20, waiter: 'Ada' } },
        { apiVersion: 'example.com/v2', spec: { openMinutes: 0, seats: 20, terrace: 8 } },
      ],
      filter: ({ version, spec }) => version !== 'v1' || parseMinutes(spec['openFor'] as string) <= 1440,
    }));

  it('both exist from release 2 on, and each is the stored version in turn', () => {
    const stored = [bothVersions, storedAsV2].map(({ crd }) =>
      crd.spec.versions.map(({ name, served, storage }) => ({ name, served, storage })),
    );
    expect(stored).toEqual([
      [
        { name: 'v2', served: true, storage: false },
        { name: 'v1', served: true, storage: true },
      ],
      [
        { name: 'v2', served: true, storage: true },
        { name: 'v1', served: true, storage: false },
      ],
    ]);
  });
});

it.each([
  ['8h', 480, '8h'],
  ['2h30m', 150, '2h30m'],
  ['150m', 150, '2h30m'],
  ['0m', 0, '0m'],
  ['1h0m', 60, '1h'],
])('a café that is open for %s is open for %i minutes, which is %s', (openFor, minutes, back) => {
  expect(parseMinutes(openFor)).toBe(minutes);
  expect(formatOpenFor(minutes)).toBe(back);
});
