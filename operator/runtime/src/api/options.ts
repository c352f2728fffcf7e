import type { ExternalDocs, ValidationRule } from '../base/index.ts';

/** Options of every schema. */
export interface CommonOptions<T> {
  /** Text for `kubectl explain` and the docs. */
  readonly description?: string;
  /** A short name, for forms. */
  readonly title?: string;
  /** Filled in by the API server where the value is missing. */
  readonly default?: T;
  /** An example value, for docs and forms. */
  readonly example?: T;
  /** Where more is written about the value. */
  readonly externalDocs?: ExternalDocs;
  /** Rules on this value; `self` is the value. */
  readonly rules?: readonly ValidationRule[];
}

/**
 * The formats of text that the API server checks; it ignores any other.
 * https://kubernetes.io/docs/reference/using-api/api-concepts/#supported-formats
 */
export type StringFormat =
  | 'bsonobjectid'
  | 'byte'
  | 'cidr'
  | 'creditcard'
  | 'date'
  | 'date-time'
  | 'duration'
  | 'email'
  | 'hexcolor'
  | 'hostname'
  | 'ipv4'
  | 'ipv6'
  | 'isbn'
  | 'isbn10'
  | 'isbn13'
  | 'mac'
  | 'password'
  | 'rgbcolor'
  | 'ssn'
  | 'uri'
  | 'uuid'
  | 'uuid3'
  | 'uuid4'
  | 'uuid5';

export interface StringOptions extends CommonOptions<string> {
  /** In characters (code points). */
  readonly minLength?: number;
  /** In characters (code points). */
  readonly maxLength?: number;
  /** An RE2 expression, unanchored: no look-around, no back references. */
  readonly pattern?: string;
  /** A format that the API server knows and checks. */
  readonly format?: StringFormat;
}

/**
 * The API server drops the fraction of a bound when a number is whole: `minimum: 0.5` accepts 0. Write a rule instead.
 */
export interface NumberOptions extends CommonOptions<number> {
  readonly minimum?: number;
  readonly maximum?: number;
  /** `minimum` itself is refused, too. */
  readonly exclusiveMinimum?: boolean;
  /** `maximum` itself is refused, too. */
  readonly exclusiveMaximum?: boolean;
  /** A whole number: the API server checks fractions wrongly. */
  readonly multipleOf?: number;
  /** `int32` or `int64` for integers, `float` or `double` for numbers. */
  readonly format?: 'int32' | 'int64' | 'float' | 'double';
}

export interface ArrayOptions<T> extends CommonOptions<readonly T[]> {
  readonly minItems?: number;
  readonly maxItems?: number;
  /**
   * How two writers merge: the list as a whole, as a set of scalars (which also refuses duplicates), or item by item,
   * identified by `keys`. @default 'atomic', or 'map' with `keys`
   */
  readonly listType?: 'atomic' | 'set' | 'map';
  /** The properties that identify an item of a `map` list: required ones, or ones with a default. */
  readonly keys?: readonly string[];
}

/** Options of every schema with properties. */
export interface MapOptions<T> extends CommonOptions<T> {
  /** Whether two writers merge by property or replace the whole. @default 'granular' */
  readonly mapType?: 'atomic' | 'granular';
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export type ObjectOptions<T> = MapOptions<T>;
export type RecordOptions<T> = MapOptions<Readonly<Record<string, T>>>;

/**
 * The default again, so that `D` says whether there is one. (A type parameter for all of the options
 * would let a misspelt one pass beside a right one, and into the CRD.)
 */
export interface Default<D> {
  readonly default?: D;
}

export type PresenceFor<D> = [D] extends [never] ? 'required' : 'defaulted';

/** Whether an object keeps properties that its schema does not name. */
export interface Preserves<K extends boolean> {
  /** The API server keeps what the schema does not name, instead of dropping it. @default false */
  readonly preserveUnknownFields?: K;
}
