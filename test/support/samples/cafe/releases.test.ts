import { checkRoundTrips } from '@kubewright/testing';
import { it } from 'vitest';

import { parseMinutes } from './open-for.ts';
import { storedAsV2 } from './releases.ts';

it('the versions of a Cafe are converted without loss', () =>
  checkRoundTrips(storedAsV2, {
    onlyIn: { v1: ['spec.waiter'] },
    examples: [
      { apiVersion: 'example.com/v1', spec: { openFor: '150m', guests: 20, waiter: 'Ada' } },
      { apiVersion: 'example.com/v2', spec: { openMinutes: 0, seats: 20, terrace: 8 } },
    ],
    filter: ({ version, spec }) => version !== 'v1' || parseMinutes(spec['openFor'] as string) <= 1440,
  }));
