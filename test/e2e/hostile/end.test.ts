import { describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import type { WithConditions } from '../../support/conditions.ts';
import { judgeEnd } from './end.ts';
import type { Answer } from './send.ts';

const answer: Answer = {
  victim: { api: WebServer, spec: {}, ofCluster: ['NodePortTaken'] },
  attack: { what: 'spec.replicas is -1', names: ['spec.replicas'] },
  ...{ body: {}, status: 201, message: '', name: 'web' },
};

const because = 'spec.replicas: Invalid value: -1: must be at least 0';

function buildStored(reason: string, message = because, observedGeneration = 2): WithConditions {
  const ready = { type: 'Ready', status: reason === 'Ready' ? 'True' : 'False', reason, message } as const;
  return {
    ...{ apiVersion: 'my.domain/v1', kind: 'WebServer' },
    metadata: { name: 'web', uid: 'u', resourceVersion: '1', creationTimestamp: '2030-01-01T00:00:00Z', generation: 2 },
    status: { conditions: [{ ...ready, observedGeneration, lastTransitionTime: '2030-01-01T00:00:00Z' }] },
  };
}

describe('the end of an attack', () => {
  it.each([
    ['rejected', { status: 422, message: 'spec.replicas in body should be at least 0' }],
    ['rejected', { status: 413, message: 'Request entity too large' }],
    ['fault', { status: 422, message: 'no' }],
    ['fault', { status: 422, message: 'spec is wrong' }],
    ['fault', { status: 422, message: 'spec.replicasets: Invalid value: -1' }],
    ['fault', { status: 422, message: '' }],
    ['fault', { status: 500, message: 'spec.replicas: internal error' }],
  ])('is %s if the API server answers %j', (end, response) => {
    expect(judgeEnd({ ...answer, ...response }, undefined).end).toBe(end);
  });

  it.each([
    ['ready', buildStored('Ready')],
    ['invalid', buildStored('Invalid')],
    ['ofCluster', buildStored('NodePortTaken')],
    [
      'invalid',
      buildStored('Invalid', 'Deployment "web" is invalid: spec.template.replicas: Invalid value: "x\\"": is odd'),
    ],
    ['invalid', buildStored('Invalid', 'spec.replicas is negative: give a number of Pods.')],
    ['invalid', buildStored('Invalid', `spec.replicas: Invalid value: "${'x'.repeat(40_000)}`)],
    ['fault', buildStored('Invalid', ' ')],
    ['fault', buildStored('Invalid', 'the spec must be another one')],
    ['fault', buildStored('Invalid', 'spec.image: Invalid value: "a b": must not have white space')],
    ['fault', buildStored('Invalid', 'spec.replicas: Invalid value: "must be 0"')],
    ['fault', buildStored('Invalid', 'spec.replicas is wrong')],
    ['fault', buildStored('RollingOut')],
    ['fault', buildStored('Ready', because, 1)],
    ['fault', { ...buildStored('Ready'), status: {} }],
    ['fault', undefined],
  ])('is %s if the API server accepted it, and now has %j', (end, now) => {
    expect(judgeEnd(answer, now).end).toBe(end);
  });

  it('is a defect if several fields were changed at random, and the API server names another one', () => {
    const random = {
      ...answer,
      status: 422,
      attack: { ...answer.attack, names: ['spec.image', 'spec.replicas'] },
    } as const;
    expect(judgeEnd({ ...random, message: 'spec.image in body should match' }, undefined).end).toBe('rejected');
    expect(judgeEnd({ ...random, message: 'spec.nodePort in body should be' }, undefined).end).toBe('fault');
  });

  it('is collected if its owner does not exist and it is deleted, and a defect if it stays', () => {
    const orphan = { ...answer, attack: { ...answer.attack, collected: true } };
    expect(judgeEnd(orphan, undefined).end).toBe('collected');
    expect(judgeEnd(orphan, buildStored('Ready')).end).toBe('fault');
  });
});
