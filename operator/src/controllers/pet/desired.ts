import { notReady } from '@kubewright/runtime';
import type { Pet } from '../../apis/petstore.example.com/v1alpha1/pet.ts';
import { type CalendarDate, formatDate, type NewPet, tryParseDate } from '../../pet-store/client/index.ts';
import type { StoredPets } from './snapshot.ts';

/** Throws `Invalid` for a Pet that was stored before the present rules. */
export function toNewPet({ spec }: Pet): NewPet {
  const name = trimName(spec.name);
  const birthday = parseUtcDay(spec.birthday);
  if (name === '') throw buildInvalidError('spec.name is blank: set a name.');
  if (birthday === undefined) throw buildInvalidError('spec.birthday is not a valid date: correct it.');
  return { name, type: spec.type, birthday };
}

/** Equal for pets that differ only in their ids. */
export function formatIdentity({ name, type, birthday }: NewPet): string {
  return `${type} ${formatDate(birthday)} ${trimName(name)}`;
}

export function isAsWanted(held: NewPet | undefined, wanted: NewPet): boolean {
  return held !== undefined && formatIdentity(held) === formatIdentity(wanted);
}

/** The id of a pet in the store that equals `asked` and that no Pet of `pets` has. */
export function findUnclaimed(held: StoredPets, asked: NewPet, pets: readonly Pet[]): string | undefined {
  const claimed = new Set(pets.map(({ status }) => status?.id));
  return [...held.values()].find((each) => isAsWanted(each, asked) && !claimed.has(each.id))?.id;
}

/**
 * Whether a pet in the store belongs to this Pet and not to another one whose status has the same id: a copied status,
 * for example from a backup, does not take the pet of an older Pet.
 */
export function hasFirstRight(pet: Pet, claimants: readonly Pet[]): boolean {
  const age = ({ metadata: { creationTimestamp, uid } }: Pet): string => `${creationTimestamp} ${uid}`;
  return claimants.every((each) => each.metadata.uid === pet.metadata.uid || age(each) > age(pet));
}

/** Without the blanks that stores trim, of any alphabet. */
function trimName(name: string): string {
  return name.replace(/^[\s\u0085]+|[\s\u0085]+$/gu, '');
}

/** The day in UTC: it must not depend on the time zone of the operator. */
function parseUtcDay(text: string): CalendarDate | undefined {
  // Checked first: JavaScript reads 2021-02-30 as the 2nd of March.
  if (tryParseDate(text.slice(0, 10)) === undefined) return undefined;
  const time = new Date(text.toUpperCase());
  return Number.isNaN(time.getTime()) ? undefined : tryParseDate(time.toISOString().slice(0, 10));
}

function buildInvalidError(message: string): Error {
  return notReady('Invalid', message, { retry: false });
}
