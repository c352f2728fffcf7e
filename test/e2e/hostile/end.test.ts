import { describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/apis/index.ts';
import type { WithConditions } from '../../support/conditions.ts';
import { endOf } from './end.ts';
import type { Answer } from './send.ts';

const answer: Answer = {
  victim: { api: WebServer, spec: {}, worldly: ['NodePortTaken'] },
  attack: { what: 'spec.replicas is -1', names: 'spec.replicas' },
  ...{ body: {}, status: 201, message: '', name: 'web' },
};

function stored(reason: string, message = 'Because.', observedGeneration = 2): WithConditions {
  const ready = { type: 'Ready', status: reason === 'Ready' ? 'True' : 'False', reason, message } as const;
  return {
    ...{ apiVersion: 'my.domain/v1', kind: 'WebServer' },
    metadata: { name: 'web', uid: 'u', resourceVersion: '1', creationTimestamp: '2030-01-01T00:00:00Z', generation: 2 },
    status: { conditions: [{ ...ready, observedGeneration, lastTransitionTime: '2030-01-01T00:00:00Z' }] },
  };
}

describe('the end of a bad resource', () => {
  it.each([
    ['refused', { status: 422, message: 'spec.replicas in body should be at least 0' }],
    ['refused', { status: 413, message: 'Request entity too large' }],
    ['fault', { status: 422, message: 'no' }],
    ['fault', { status: 422, message: '' }],
    ['fault', { status: 500, message: 'spec.replicas: internal error' }],
  ])('is %s if the API server answers %j', (end, said) => {
    expect(endOf({ ...answer, ...said }, undefined).end).toBe(end);
  });

  it.each([
    ['ready', stored('Ready')],
    ['invalid', stored('Invalid')],
    ['worldly', stored('NodePortTaken')],
    ['fault', stored('Invalid', ' ')],
    ['fault', stored('RollingOut')],
    ['fault', stored('Ready', 'Because.', 1)],
    ['fault', { ...stored('Ready'), status: {} }],
    ['fault', undefined],
  ])('is %s if it was taken, and the cluster has %j', (end, now) => {
    expect(endOf(answer, now).end).toBe(end);
  });

  it('is that it is collected if it names an owner that is not there', () => {
    const orphan = { ...answer, attack: { ...answer.attack, collected: true } };
    expect(endOf(orphan, undefined).end).toBe('collected');
    expect(endOf(orphan, stored('Ready')).end).toBe('fault');
  });
});
