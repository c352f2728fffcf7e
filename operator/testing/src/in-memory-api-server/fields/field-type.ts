import { getMember } from '@kubewright/runtime/internal/base';

/**
 * How the values of two managers merge: one alternative for each form that the value may have. An atom of
 * structured-merge-diff.
 */
export interface FieldType {
  readonly scalar?: 'string' | 'numeric' | 'boolean' | 'untyped';
  readonly list?: ListType;
  readonly map?: MapType;
}

/** The form of a value; each alternative of a type is for one. */
export type Form = keyof FieldType;

/** A list that is owned as a whole, or that merges by item. */
export interface ListType {
  readonly isAtomic: boolean;
  /** What identifies an item, sorted; none in a set, whose items identify themselves. */
  readonly keys: readonly string[];
  /** The default of each key that an item leaves out. */
  readonly keyDefaults: Readonly<Record<string, unknown>>;
  readonly item: FieldType;
}

/** An object that is owned as a whole, or that merges by member. */
export interface MapType {
  readonly isAtomic: boolean;
  readonly fields: Readonly<Record<string, FieldType>>;
  /** The type of every other member; absent if there may be none. */
  readonly others: FieldType | undefined;
  /** Whether other members are fields that the type only leaves out, and not keys of a map. */
  readonly othersAreFields?: boolean;
}

const plainList = { isAtomic: true, keys: [], keyDefaults: {} };

/** Any value, owned as a whole. */
export const atomic: FieldType = {
  scalar: 'untyped',
  get list() {
    return { ...plainList, item: atomic };
  },
  get map() {
    return { isAtomic: true, fields: {}, others: atomic };
  },
};

/** Any value: objects merge by key, lists and scalars are owned as a whole. */
export const deduced: FieldType = {
  scalar: 'untyped',
  list: { ...plainList, item: atomic },
  get map() {
    return { isAtomic: false, fields: {}, others: deduced };
  },
};

/** A value of a built-in kind without a declared type. */
export const anything: FieldType = {
  ...deduced,
  get map() {
    return { isAtomic: false, fields: {}, others: anything, othersAreFields: true };
  },
};

/** A value of a built-in kind with some declared fields. */
export function fields(known: Readonly<Record<string, FieldType>>): FieldType {
  return { ...deduced, map: { isAtomic: false, fields: known, others: anything, othersAreFields: true } };
}

/** A list that merges by keys. */
export function listBy(
  keys: string | readonly string[],
  item: FieldType = anything,
  keyDefaults: ListType['keyDefaults'] = {},
): FieldType {
  return { list: { isAtomic: false, keys: typeof keys === 'string' ? [keys] : [...keys].sort(), item, keyDefaults } };
}

/** A list of scalars, each owned separately. */
export const set: FieldType = { list: { isAtomic: false, keys: [], keyDefaults: {}, item: atomic } };

/** An object of any keys. */
export function mapWith(others: FieldType): FieldType {
  return { map: { isAtomic: false, fields: {}, others } };
}

/** The type of a member. */
export function findMemberType({ fields, others }: MapType, name: string): FieldType | undefined {
  return getMember(fields, name) ?? others;
}
