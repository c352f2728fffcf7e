import { notReady } from '@kubewright/runtime';
import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { type CalendarDate, formatDate, type NewPet, tryParseDate } from '../../pet-store/client/index.ts';
import type { StoredPets } from './snapshot.ts';

/** Throws `Invalid` for an invalid Pet that was stored before the CRD had its current rules. */
export function toNewPet({ spec }: Pet): NewPet {
  const name = trimName(spec.name);
  const birthday = parseUtcDay(spec.birthday);
  if (name === '') throw buildInvalidError('spec.name is blank: set a name.');
  if (birthday === undefined) throw buildInvalidError('spec.birthday is not a valid date: correct it.');
  return { name, type: spec.type, birthday };
}

/** Formats a pet without its id: pets that differ only in their ids get the same text. */
export function formatIdentity({ name, type, birthday }: NewPet): string {
  return `${type} ${formatDate(birthday)} ${trimName(name)}`;
}

export function isAsWanted(held: NewPet | undefined, wanted: NewPet): boolean {
  return held !== undefined && formatIdentity(held) === formatIdentity(wanted);
}

/** Finds the id of a pet in the store that equals `asked`, and that no Pet has in its status. */
export function findUnclaimed(held: StoredPets, asked: NewPet, pets: readonly Pet[]): string | undefined {
  const claimed = new Set(pets.map(({ status }) => status?.id));
  return [...held.values()].find((each) => isAsWanted(each, asked) && !claimed.has(each.id))?.id;
}

/**
 * Whether this Pet is the oldest of those with the same id in their statuses, so that the pet in the store belongs to
 * it. A Pet with a copied status, for example from a backup, must not take over the pet of an older Pet.
 */
export function hasFirstRight(pet: Pet, claimants: readonly Pet[]): boolean {
  const age = ({ metadata: { creationTimestamp, uid } }: Pet): string => `${creationTimestamp} ${uid}`;
  return claimants.every((each) => each.metadata.uid === pet.metadata.uid || age(each) > age(pet));
}

/** Trims all Unicode white space, as the store does. */
function trimName(name: string): string {
  return name.replace(/^[\s\u0085]+|[\s\u0085]+$/gu, '');
}

/** Parses the day in UTC, so that it does not depend on the time zone of the operator. */
function parseUtcDay(text: string): CalendarDate | undefined {
  // First, because JavaScript parses 2021-02-30 as the 2nd of March.
  if (tryParseDate(text.slice(0, 10)) === undefined) return undefined;
  const time = new Date(text.toUpperCase());
  return Number.isNaN(time.getTime()) ? undefined : tryParseDate(time.toISOString().slice(0, 10));
}

function buildInvalidError(message: string): Error {
  return notReady('Invalid', message, { retry: false });
}
