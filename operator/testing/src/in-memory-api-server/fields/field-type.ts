import { getMember } from '@kubewright/runtime/internal/base';

/** How the values of two managers merge, with one alternative per form of value. An atom of structured-merge-diff. */
export interface FieldType {
  readonly scalar?: 'string' | 'numeric' | 'boolean' | 'untyped';
  readonly list?: ListType;
  readonly map?: MapType;
}

/** Whether a value is a scalar, a list or a map: selects the member of `FieldType` that applies to it. */
export type Form = keyof FieldType;

/** An atomic list, or a list that merges by item. */
export interface ListType {
  readonly isAtomic: boolean;
  /** The keys that identify an item, sorted; empty in a set, whose items identify themselves. */
  readonly keys: readonly string[];
  /** The defaults of keys that an item omits. */
  readonly keyDefaults: Readonly<Record<string, unknown>>;
  readonly item: FieldType;
}

/** An atomic object, or an object that merges by member. */
export interface MapType {
  readonly isAtomic: boolean;
  readonly fields: Readonly<Record<string, FieldType>>;
  /** The type of all other members; absent if they are not allowed. */
  readonly others: FieldType | undefined;
  /** Whether other members are undeclared fields instead of map keys. */
  readonly othersAreFields?: boolean;
}

const plainList = { isAtomic: true, keys: [], keyDefaults: {} };

/** An atomic value. */
export const atomic: FieldType = {
  scalar: 'untyped',
  get list() {
    return { ...plainList, item: atomic };
  },
  get map() {
    return { isAtomic: true, fields: {}, others: atomic };
  },
};

/** Any value: objects merge by key; lists and scalars are atomic. */
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

export function listBy(
  keys: string | readonly string[],
  item: FieldType = anything,
  keyDefaults: ListType['keyDefaults'] = {},
): FieldType {
  return { list: { isAtomic: false, keys: typeof keys === 'string' ? [keys] : [...keys].sort(), item, keyDefaults } };
}

/** A list of scalars that are owned separately. */
export const set: FieldType = { list: { isAtomic: false, keys: [], keyDefaults: {}, item: atomic } };

/** An object with arbitrary keys. */
export function mapWith(others: FieldType): FieldType {
  return { map: { isAtomic: false, fields: {}, others } };
}

export function findMemberType({ fields, others }: MapType, name: string): FieldType | undefined {
  return getMember(fields, name) ?? others;
}
