import { getMember } from '@kubewright/runtime/internal/base';

/**
 * How values of different managers merge, for a scalar, a list and a map. The same as an Atom in structured-merge-diff.
 */
export interface FieldType {
  readonly scalar?: 'string' | 'numeric' | 'boolean' | 'untyped';
  readonly list?: ListType;
  readonly map?: MapType;
}

/** Whether a value is a scalar, a list or a map. */
export type Form = keyof FieldType;

/** How a list merges: as a whole (atomic) or item by item. */
export interface ListType {
  readonly isAtomic: boolean;
  /** The keys that identify an item, sorted. Empty for a set, in which items identify themselves. */
  readonly keys: readonly string[];
  /** Values of the keys that an item omits. */
  readonly keyDefaults: Readonly<Record<string, unknown>>;
  readonly item: FieldType;
}

/** How an object merges: as a whole (atomic) or field by field. */
export interface MapType {
  readonly isAtomic: boolean;
  readonly fields: Readonly<Record<string, FieldType>>;
  /** The type of fields that are not declared; absent if these are not allowed. */
  readonly others: FieldType | undefined;
  /** Whether fields that are not declared are unknown fields rather than keys of a map. */
  readonly othersAreFields?: boolean;
}

const plainList = { isAtomic: true, keys: [], keyDefaults: {} };

/** A value that always belongs to one manager as a whole. */
export const atomic: FieldType = {
  scalar: 'untyped',
  get list() {
    return { ...plainList, item: atomic };
  },
  get map() {
    return { isAtomic: true, fields: {}, others: atomic };
  },
};

/** A value without a schema: objects merge by key; lists and scalars are atomic. */
export const deduced: FieldType = {
  scalar: 'untyped',
  list: { ...plainList, item: atomic },
  get map() {
    return { isAtomic: false, fields: {}, others: deduced };
  },
};

/** A value in a built-in kind whose type is not declared here. */
export const anything: FieldType = {
  ...deduced,
  get map() {
    return { isAtomic: false, fields: {}, others: anything, othersAreFields: true };
  },
};

/** The type of an object in a built-in kind, of which only some fields are declared here. */
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

/** A set of scalars, each of which can have its own manager. */
export const set: FieldType = { list: { isAtomic: false, keys: [], keyDefaults: {}, item: atomic } };

/** The type of an object with arbitrary keys, whose values have the type `others`. */
export function mapWith(others: FieldType): FieldType {
  return { map: { isAtomic: false, fields: {}, others } };
}

export function findMemberType({ fields, others }: MapType, name: string): FieldType | undefined {
  return getMember(fields, name) ?? others;
}
