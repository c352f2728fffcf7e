import { describe, expect, it } from 'vitest';

import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import type { NewPet } from '../../pet-store/client/index.ts';
import { someResource } from '../../../runtime/fixtures/some-object.ts';
import { isSynced, readKnown, buildSyncedStatus, buildUnsyncedStatus } from './status.ts';

const lastSyncTime = '2026-01-01T00:00:00Z';
const now = '2026-06-01T00:00:00Z';
const thor: NewPet = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } };
const adding = { name: 'Thor', type: 'dog', birthday: '2021-04-01' } as const;

function buildPet(status?: Pet['status']): Pet {
  const spec = { name: 'Thor', type: 'dog', birthday: '2021-04-01' } as const;
  return { ...someResource({ name: 'pet' }), spec, ...(status && { status }) };
}

function buildConditions(holds: 'True' | 'False'): NonNullable<NonNullable<Pet['status']>['conditions']> {
  return [{ type: 'Synced', status: holds, reason: 'Any', message: '', lastTransitionTime: lastSyncTime }];
}

describe('the record of the pet in the store', () => {
  it.each<[Pet['status'], ReturnType<typeof readKnown>]>([
    [undefined, {}],
    [{}, {}],
    [{ id: '' }, {}],
    [{ id: '7' }, { id: '7' }],
    [{ adding }, { adding: thor }],
    [{ id: '7', adding }, { id: '7' }],
    [{ adding: { ...adding, birthday: 'edited' } }, {}],
  ])('of the status %j is %j', (status, known) => {
    expect(readKnown(buildPet(status))).toEqual(known);
  });

  it('is read from a status as it was written to it', () => {
    for (const known of [{ id: '7' }, { adding: thor }, {}]) {
      const { conditions: _conditions, ...written } = buildUnsyncedStatus(buildPet(), known, {
        reason: 'Why',
        message: '',
      });
      expect(readKnown(buildPet(written))).toEqual(known);
    }
  });
});

describe('a pet that is not in sync', () => {
  const why = { reason: 'StoreUnavailable', message: 'The pet store does not answer.' };

  it('has Synced=False and Ready=False with the reason', () => {
    expect(buildUnsyncedStatus(buildPet(), {}, why)).toEqual({
      conditions: [
        { type: 'Synced', status: 'False', ...why },
        { type: 'Ready', status: 'False', ...why },
      ],
    });
  });

  it('retains its id or its pending addition, and lastSyncTime', () => {
    expect(buildUnsyncedStatus(buildPet({ lastSyncTime }), { id: '7' }, why)).toMatchObject({ id: '7', lastSyncTime });
    expect(buildUnsyncedStatus(buildPet({ id: '6' }), { adding: thor }, why)).toMatchObject({ adding });
    expect(buildUnsyncedStatus(buildPet({ id: '6' }), { adding: thor }, why)).not.toHaveProperty('id');
  });
});

describe('a pet that is in sync', () => {
  const id = '7';

  it('has Synced=True and Ready=True, and no pending addition', () => {
    expect(buildSyncedStatus(buildPet({ adding }), id, { now, written: true })).toEqual({
      id,
      lastSyncTime: now,
      conditions: [
        { type: 'Synced', status: 'True', reason: 'InSync', message: 'The pet in the pet store matches the spec.' },
        { type: 'Ready', status: 'True', reason: 'Ready', message: 'The pet in the pet store matches the spec.' },
      ],
    });
  });

  it.each([
    ['stays if the store was not written to', { written: false, before: 'True' }, lastSyncTime],
    ['changes when the store was written to', { written: true, before: 'True' }, now],
    ['changes when it is in sync again', { written: false, before: 'False' }, now],
  ] as const)('has a lastSyncTime that %s', (_what, { written, before }, time) => {
    const stored = buildPet({ id, lastSyncTime, conditions: buildConditions(before) });
    expect(buildSyncedStatus(stored, id, { now, written }).lastSyncTime).toBe(time);
  });

  it('gets a new lastSyncTime if somebody removed it', () => {
    const stored = buildPet({ id, conditions: buildConditions('True') });
    expect(buildSyncedStatus(stored, id, { now, written: false }).lastSyncTime).toBe(now);
  });

  it('counts as synced only if its condition Synced is True', () => {
    expect(isSynced(buildPet({ conditions: buildConditions('True') }))).toBe(true);
    expect(isSynced(buildPet({ conditions: buildConditions('False') }))).toBe(false);
    expect(isSynced(buildPet())).toBe(false);
  });
});
