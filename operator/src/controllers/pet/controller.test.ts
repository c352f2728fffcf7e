import { describe, expect, it } from 'vitest';

import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { someResource } from '../../../runtime/fixtures/some-object.ts';
import { pet } from './controller.ts';

describe('the Pet controller', () => {
  it('BUG-PS-9 has a finalizer with a domain, which replaces the upstream one', () => {
    expect(pet.finalizer).toMatchObject({
      name: 'petstore.example.com/finalizer',
      replaces: ['pet.petstore.example.com'],
    });
    expect(pet.legacyFinalizers).toEqual([]);
  });

  it('may read and patch Pets, patch their statuses and emit events, and nothing else', () => {
    expect(pet.rules).toEqual([
      { apiGroups: ['petstore.example.com'], resources: ['pets'], verbs: ['list', 'patch', 'watch'] },
      { apiGroups: ['petstore.example.com'], resources: ['pets/status'], verbs: ['patch'] },
      { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
    ]);
  });

  it('BUG-PS-5 reconciles other Pets while 50 hang', () => {
    expect(pet.workers).toBeGreaterThan(50);
  });

  it('counts each Pet as in sync or not', () => {
    const { synced } = pet.metrics;
    if (synced?.type !== 'gaugePerObject') throw new Error('it is not a gauge');
    const getValue = synced.value as (object: Pet) => number;
    const object: Pet = {
      ...someResource({ name: 'thor' }),
      spec: { name: 'Thor', type: 'dog', birthday: '2021-04-01' },
    };
    expect(synced.name).toBe('pet_synced');
    expect(getValue(object)).toBe(0);
    const condition = {
      type: 'Synced',
      status: 'True',
      reason: 'InSync',
      message: '',
      lastTransitionTime: '',
    } as const;
    expect(getValue({ ...object, status: { conditions: [condition] } })).toBe(1);
  });
});
