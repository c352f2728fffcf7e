import { condition, tryFindCondition, type StatusInput } from '@kubewright/runtime';
import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { formatDate, type NewPet, tryParseDate } from '../../pet-store/client/index.ts';

/** The status of a Pet, as the controller sets it. */
export type Status = StatusInput<NonNullable<Pet['status']>>;

/** What the status records about the pet in the store. */
export interface KnownPet {
  readonly id?: string;
  /** The pet that is being added, while the result is not recorded. */
  readonly adding?: NewPet;
}

export function readKnown({ status = {} }: Pet): KnownPet {
  const { id = '', adding } = status;
  if (id !== '') return { id };
  const birthday = tryParseDate(adding?.birthday ?? '');
  return adding === undefined || birthday === undefined ? {} : { adding: { ...adding, birthday } };
}

/** Builds the status of a pet that is not up to date. */
export function buildUnsyncedStatus(
  { status }: Pet,
  known: KnownPet,
  why: { reason: string; message: string },
): Status {
  const { id, adding } = known;
  return {
    ...(id !== undefined && { id }),
    ...(adding !== undefined && { adding: { ...adding, birthday: formatDate(adding.birthday) } }),
    ...(status?.lastSyncTime !== undefined && { lastSyncTime: status.lastSyncTime }),
    conditions: [condition('Synced', false, why), condition('Ready', false, why)],
  };
}

/**
 * Builds the status of a pet that is up to date.
 * @param at.written whether the pet was just added or updated. If not, and if it was up to date before, `lastSyncTime`
 *   stays
 */
export function buildSyncedStatus(
  pet: Pet,
  id: string,
  at: { readonly now: string; readonly written: boolean },
): Status {
  const before = isSynced(pet) && !at.written ? pet.status?.lastSyncTime : undefined;
  const why = { reason: 'InSync', message: 'The pet in the pet store matches the spec.' };
  return {
    id,
    lastSyncTime: before ?? at.now,
    conditions: [condition('Synced', true, why), condition('Ready', true, { ...why, reason: 'Ready' })],
  };
}

export function isSynced({ status }: Pet): boolean {
  return tryFindCondition(status?.conditions, 'Synced')?.status === 'True';
}
