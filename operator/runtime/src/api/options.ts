import type { ExternalDocs, Please, ValidationRule } from '../base/index.ts';

/** Options of every schema. */
export interface CommonOptions<T> {
  /** Description for `kubectl explain` and the docs. @default - none */
  readonly description?: string;
  /** A short name, for forms. @default - none */
  readonly title?: string;
  /** The value that the API server sets if the field is missing. @default - none */
  readonly default?: T;
  /** An example value, for docs and forms. @default - none */
  readonly example?: T;
  /** Links to further documentation. @default - none */
  readonly externalDocs?: ExternalDocs;
  /** CEL rules on this value, which they call `self`. @default - none */
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
  /** Minimum length in characters (code points). @default - none */
  readonly minLength?: number;
  /** Maximum length in characters (code points). @default - none */
  readonly maxLength?: number;
  /**
   * A regular expression in RE2 syntax, without look-around and back references. It is unanchored: use `^` and `$` to
   * match the whole text. @default - none
   */
  readonly pattern?: string;
  /** A format that the API server validates. @default - none */
  readonly format?: StringFormat;
  /** @deprecated `minLength` */
  readonly min?: Please<'use minLength'>;
  /** @deprecated `maxLength` */
  readonly max?: Please<'use maxLength'>;
}

/**
 * Options of numbers. For an integer, the API server drops the fraction of a bound: `minimum: 0.5` accepts 0. Use a
 * rule instead.
 */
export interface NumberOptions extends CommonOptions<number> {
  readonly minimum?: number;
  readonly maximum?: number;
  /** Whether to reject `minimum` itself. @default false */
  readonly exclusiveMinimum?: boolean;
  /** Whether to reject `maximum` itself. @default false */
  readonly exclusiveMaximum?: boolean;
  /**
   * Requires a multiple of this integer. Fractions are not allowed, because the API server validates them incorrectly.
   * @default - none
   */
  readonly multipleOf?: number;
  /** `int32` or `int64` for integers, `float` or `double` for numbers. @default - none */
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
   * How server-side apply merges the list: as a whole (`atomic`), as a set of unique scalars (`set`), or item by item
   * (`map`), identified by `keys`. @default 'atomic', or 'map' with `keys`
   */
  readonly listType?: 'atomic' | 'set' | 'map';
  /** The properties that identify an item of a `map` list. Each is required or has a default. @default - none */
  readonly keys?: readonly string[];
  /** @deprecated `minItems` */
  readonly min?: Please<'use minItems'>;
  /** @deprecated `maxItems` */
  readonly max?: Please<'use maxItems'>;
}

/** Options of every schema with properties. */
export interface MapOptions<T> extends CommonOptions<T> {
  /** How server-side apply merges the value: by property (`granular`), or as a whole (`atomic`). @default 'granular' */
  readonly mapType?: 'atomic' | 'granular';
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export type ObjectOptions<T> = MapOptions<T>;
export type RecordOptions<T> = MapOptions<Readonly<Record<string, T>>>;

/** Options of builders for Kubernetes' own types, which set `externalDocs` themselves. */
export type KubernetesOptions<T> = Omit<CommonOptions<T>, 'externalDocs'>;

/**
 * The option `default` with its own type parameter, so that the type of the schema says whether there is a default.
 * With one type parameter for all options, a misspelt option next to a correct one would compile.
 */
export interface Default<D> {
  readonly default?: D;
}

export type PresenceFor<D> = [D] extends [never] ? 'required' : 'defaulted';

/** The option that keeps undeclared properties. */
export interface Preserves<K extends boolean> {
  /** The API server preserves undeclared fields instead of dropping them. @default false */
  readonly preserveUnknownFields?: K;
}
