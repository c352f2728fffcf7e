import { describe, expect, it } from 'vitest';

import { objectOf } from './held.ts';

const prefix = 'urn:pulumi:embedded::kubewright::kubewright:infra:OperatorRelease$';

describe('objectOf', () => {
  it.each([
    [
      'kubernetes:core/v1:Namespace::kubewright:petstore',
      { apiVersion: 'v1', kind: 'Namespace', namespace: undefined, name: 'petstore' },
    ],
    [
      'kubernetes:apps/v1:Deployment::kubewright:petstore/store',
      { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'petstore', name: 'store' },
    ],
  ])('reads %s', (suffix, object) => {
    expect(objectOf(`${prefix}${suffix}`)).toEqual(object);
  });

  it('reads nothing from the URN of a component', () => {
    expect(objectOf('urn:pulumi:embedded::kubewright::kubewright:infra:OperatorRelease::kubewright')).toBeUndefined();
  });
});
