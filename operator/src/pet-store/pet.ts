/** The types of pets. The gRPC contract calls them canine, feline, bird and reptile. */
export const petTypes = ['dog', 'cat', 'bird', 'reptile'] as const;

export type PetType = (typeof petTypes)[number];

export function isPetType(word: unknown): word is PetType {
  return petTypes.some((type) => type === word);
}

/** A day of the calendar, without a time zone. */
export interface CalendarDate {
  readonly year: number;
  /** The month, 1 to 12. */
  readonly month: number;
  /** The day of the month, 1 to 31. */
  readonly day: number;
}

/** A pet that is not in the store yet. The store assigns its id. */
export interface NewPet {
  /** The name, which is not empty. The store trims blanks at both ends. */
  readonly name: string;
  readonly type: PetType;
  readonly birthday: CalendarDate;
}

/** A pet of the store. */
export interface Pet extends NewPet {
  /** The id, which the store assigns; opaque to clients. This project's store uses UUIDs of version 4. */
  readonly id: string;
}

/** A filter for pets. A pet has to match all parts that are set; an empty filter matches all pets. */
export interface PetFilter {
  /** Pets with one of these names. @default - any name, as with an empty list */
  readonly names?: readonly string[];
  /** Pets of one of these types. @default - any type, as with an empty list */
  readonly types?: readonly PetType[];
  /** Pets born on `from` or later, and before `before`. */
  readonly born?: { readonly from: CalendarDate; readonly before: CalendarDate };
}
