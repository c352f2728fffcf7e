import { memberOf } from '@kubewright/runtime/internal/base';

/**
 * How the values of two managers merge. The default follows from the value: objects merge by member, lists and scalars
 * are owned as a whole.
 */
export type FieldType =
  /** Owned as a whole; `scalar` is the type of its value, if a schema declares one. */
  | { readonly type: 'atomic'; readonly scalar?: 'string' | 'numeric' | 'boolean' }
  /** A list of scalars, each owned separately. */
  | { readonly type: 'set' }
  /** A list of objects, identified by `keys`. */
  | {
      readonly type: 'list';
      readonly keys: readonly string[];
      readonly keyDefaults: KeyDefaults;
      readonly item: FieldType;
    }
  | MapType;

/** An object that merges by member. */
export interface MapType {
  readonly type: 'map';
  readonly fields: Readonly<Record<string, FieldType>>;
  /** The type of every other member; absent if there may be none. */
  readonly others: FieldType | undefined;
  /** Whether members are keys of a map, and not fields that a schema names. */
  readonly isRecord?: boolean;
}

/** The default of each list map key that an item leaves out. */
export type KeyDefaults = Readonly<Record<string, unknown>>;

export const atomic: FieldType = { type: 'atomic' };
export const set: FieldType = { type: 'set' };

/** The type of a value without a declared one. */
export const anything: MapType = {
  type: 'map',
  fields: {},
  get others() {
    return anything;
  },
};

/** An object with some declared fields. */
export function fields(known: Readonly<Record<string, FieldType>>): MapType {
  return { type: 'map', fields: known, others: anything };
}

/** A list that merges by keys. */
export function listBy(
  keys: string | readonly string[],
  item: FieldType = anything,
  keyDefaults: KeyDefaults = {},
): FieldType {
  return { type: 'list', keys: typeof keys === 'string' ? [keys] : [...keys].sort(), item, keyDefaults };
}

/** The type of a member. */
export function memberType(type: MapType, name: string): FieldType | undefined {
  return memberOf(type.fields, name) ?? type.others;
}
