import type { ExternalDocs, Please, ValidationRule } from '../base/index.ts';

/** Options of every schema. */
export interface CommonOptions<T> {
  /** Description for `kubectl explain` and the docs. */
  readonly description?: string;
  /** A short name, for forms. */
  readonly title?: string;
  /** The API server sets it where the value is missing. */
  readonly default?: T;
  /** An example value, for docs and forms. */
  readonly example?: T;
  /** Links to further documentation. */
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
  /** @deprecated `minLength` */
  readonly min?: Please<'use minLength'>;
  /** @deprecated `maxLength` */
  readonly max?: Please<'use maxLength'>;
}

/** For an integer, the API server drops the fraction of a bound: `minimum: 0.5` accepts 0. Use a rule instead. */
export interface NumberOptions extends CommonOptions<number> {
  readonly minimum?: number;
  readonly maximum?: number;
  /** Also rejects `minimum` itself. */
  readonly exclusiveMinimum?: boolean;
  /** Also rejects `maximum` itself. */
  readonly exclusiveMaximum?: boolean;
  /** An integer: the API server validates fractions incorrectly. */
  readonly multipleOf?: number;
  /** `int32` or `int64` for integers, `float` or `double` for numbers. */
  readonly format?: 'int32' | 'int64' | 'float' | 'double';
  /** @deprecated `minimum` */
  readonly min?: Please<'use minimum'>;
  /** @deprecated `maximum` */
  readonly max?: Please<'use maximum'>;
}

export interface ArrayOptions<T> extends CommonOptions<readonly T[]> {
  readonly minItems?: number;
  readonly maxItems?: number;
  /**
   * How writers merge: the whole list, as a set of scalars (which also rejects duplicates), or item by item, identified
   * by `keys`. @default 'atomic', or 'map' with `keys`
   */
  readonly listType?: 'atomic' | 'set' | 'map';
  /** The properties that identify an item of a `map` list: required, or with a default. */
  readonly keys?: readonly string[];
  /** @deprecated `minItems` */
  readonly min?: Please<'use minItems'>;
  /** @deprecated `maxItems` */
  readonly max?: Please<'use maxItems'>;
}

/** Options of every schema with properties. */
export interface MapOptions<T> extends CommonOptions<T> {
  /** Whether writers merge by property or replace the whole value. @default 'granular' */
  readonly mapType?: 'atomic' | 'granular';
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export type ObjectOptions<T> = MapOptions<T>;
export type RecordOptions<T> = MapOptions<Readonly<Record<string, T>>>;

/** Options of Kubernetes' own types: `externalDocs` links to their reference. */
export type KubernetesOptions<T> = Omit<CommonOptions<T>, 'externalDocs'>;

/**
 * Repeats the default, so that `D` states whether there is one. (With one type parameter for all options, a misspelt
 * option next to a correct one would compile and reach the CRD.)
 */
export interface Default<D> {
  readonly default?: D;
}

export type PresenceFor<D> = [D] extends [never] ? 'required' : 'defaulted';

/** Whether an object preserves undeclared properties. */
export interface Preserves<K extends boolean> {
  /** The API server preserves undeclared fields instead of dropping them. @default false */
  readonly preserveUnknownFields?: K;
}
