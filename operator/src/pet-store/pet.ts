/** What a pet can be. The contract calls them canine, feline, bird and reptile. */
export const petTypes = ['dog', 'cat', 'bird', 'reptile'] as const;

export type PetType = (typeof petTypes)[number];

/** Whether a word says what a pet can be. */
export function isPetType(word: unknown): word is PetType {
  return petTypes.some((type) => type === word);
}

/** A day of the calendar, in no time zone. */
export interface CalendarDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

/** A pet that the store does not know yet: the store gives it its id. */
export interface NewPet {
  /** Not empty. The store cuts off blanks at both ends. */
  readonly name: string;
  readonly type: PetType;
  readonly birthday: CalendarDate;
}

/** A pet of the store. */
export interface Pet extends NewPet {
  /** Given by the store; opaque to everybody else. Our store gives UUIDs of version 4. */
  readonly id: string;
}

/** Which pets to look for. A pet has to pass each filter that is given; without any, all pets do. */
export interface PetFilter {
  /** Pets with one of these names. An empty list is no filter. */
  readonly names?: readonly string[];
  /** Pets of one of these types. An empty list is no filter. */
  readonly types?: readonly PetType[];
  /** Pets born on `from` or later, and before `before`. */
  readonly born?: { readonly from: CalendarDate; readonly before: CalendarDate };
}
