import { conditionsSchema } from './conditions-schema.ts';
import type { Condition } from '../base/index.ts';
import type { JsonSchema, ValidationRule } from './json-schema.ts';
import type { Presence, Properties, Schema, Stored, StoredObject, Written, WrittenObject } from './schema.ts';

/** What every schema can say. */
export interface CommonOptions<T> {
  /** What `kubectl explain` and the docs say. */
  readonly description?: string;
  /** Filled in by the API server where the value is missing. */
  readonly default?: T;
  /** Rules on this value; `self` is the value. */
  readonly rules?: readonly ValidationRule[];
}

export interface StringOptions extends CommonOptions<string> {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** An RE2 expression, unanchored: no look-around, no back references. */
  readonly pattern?: string;
  /** A format that the API server knows, for example `date-time`, `duration`, `ipv4`, `uuid`. */
  readonly format?: string;
}

export interface NumberOptions extends CommonOptions<number> {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  /** `int32` or `int64` for integers, `float` or `double` for numbers. */
  readonly format?: 'int32' | 'int64' | 'float' | 'double';
}

export interface ArrayOptions<T> extends CommonOptions<readonly T[]> {
  readonly minItems?: number;
  readonly maxItems?: number;
  /** How two writers merge: the list as a whole, as a set of scalars, or by `keys`. @default 'atomic', or 'map' with `keys` */
  readonly listType?: 'atomic' | 'set' | 'map';
  /** The properties that tell items of a `map` list apart. */
  readonly keys?: readonly string[];
}

export interface ObjectOptions<T> extends CommonOptions<T> {
  /** Whether two writers merge by property or replace the whole. @default 'granular' */
  readonly mapType?: 'atomic' | 'granular';
}

export interface RecordOptions<T> extends CommonOptions<Readonly<Record<string, T>>> {
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/**
 * The default again, so that a builder can tell from `D` whether there is one. (A type parameter for all of the options
 * would let a misspelt one pass beside a right one, and into the CRD.)
 */
interface Default<D> {
  readonly default?: D;
}

type PresenceFor<D> = [D] extends [never] ? 'required' : 'defaulted';

/** The types of a schema are phantoms: what this makes fits whatever type a builder promises. */
function make(json: JsonSchema, options: Partial<CommonOptions<unknown>> = {}, presence?: Presence): never {
  const { rules, ...rest } = options;
  const validations = rules === undefined ? {} : { 'x-kubernetes-validations': rules };
  return {
    json: { ...json, ...rest, ...validations },
    presence: presence ?? ('default' in rest ? 'defaulted' : 'required'),
  } as never;
}

/**
 * Builds the schema of an API: the TypeScript types of its objects and its CRD come from the same words. What a CRD
 * cannot hold (unions, tuples, references, exclusive numbers) does not exist here.
 */
export const t = {
  string: <D extends string = never>(options?: StringOptions & Default<D>): Schema<string, string, PresenceFor<D>> =>
    make({ type: 'string' }, options),

  /** One of `values`. */
  enum: <const V extends readonly [string, ...string[]], D extends V[number] = never>(
    values: V,
    options?: CommonOptions<V[number]> & Default<D>,
  ): Schema<V[number], V[number], PresenceFor<D>> => make({ type: 'string', enum: values }, options),

  integer: <D extends number = never>(options?: NumberOptions & Default<D>): Schema<number, number, PresenceFor<D>> =>
    make({ type: 'integer' }, options),

  number: <D extends number = never>(options?: NumberOptions & Default<D>): Schema<number, number, PresenceFor<D>> =>
    make({ type: 'number' }, options),

  boolean: <D extends boolean = never>(
    options?: CommonOptions<boolean> & Default<D>,
  ): Schema<boolean, boolean, PresenceFor<D>> => make({ type: 'boolean' }, options),

  /** A number or a string such as `50%`. */
  intOrString: <D extends number | string = never>(
    options?: CommonOptions<number | string> & Default<D>,
  ): Schema<number | string, number | string, PresenceFor<D>> => make({ 'x-kubernetes-int-or-string': true }, options),

  array: <I extends Schema, D extends readonly Written<I>[] = never>(
    items: I,
    options?: ArrayOptions<Written<I>> & Default<D>,
  ): Schema<readonly Stored<I>[], readonly Written<I>[], PresenceFor<D>> => {
    const { keys, listType, ...rest }: ArrayOptions<Written<I>> = options ?? {};
    const json: JsonSchema = {
      type: 'array',
      items: items.json,
      'x-kubernetes-list-type': listType ?? (keys === undefined ? 'atomic' : 'map'),
      ...(keys !== undefined && { 'x-kubernetes-list-map-keys': keys }),
    };
    return make(json, rest);
  },

  /** A map from any string to `values`. */
  record: <V extends Schema, D extends Readonly<Record<string, Written<V>>> = never>(
    values: V,
    options?: RecordOptions<Written<V>> & Default<D>,
  ): Schema<Readonly<Record<string, Stored<V>>>, Readonly<Record<string, Written<V>>>, PresenceFor<D>> =>
    make({ type: 'object', additionalProperties: values.json }, options),

  object: <const P extends Properties, D extends WrittenObject<P> = never>(
    properties: P,
    options?: ObjectOptions<WrittenObject<P>> & Default<D>,
  ): Schema<StoredObject<P>, WrittenObject<P>, PresenceFor<D>> => {
    const { mapType, ...rest }: ObjectOptions<WrittenObject<P>> = options ?? {};
    const required = Object.keys(properties).filter((name) => properties[name]?.presence === 'required');
    const json: JsonSchema = {
      type: 'object',
      properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schema.json])),
      ...(required.length > 0 && { required }),
      ...(mapType !== undefined && { 'x-kubernetes-map-type': mapType }),
    };
    return make(json, rest);
  },

  /** A property that may be missing. */
  optional: <S extends Schema>(schema: S): Schema<Stored<S>, Written<S>, 'optional'> =>
    make(schema.json, {}, 'optional'),

  /** `status.conditions`: a list by `type`, so that several writers can each own theirs. */
  conditions: (): Schema<readonly Condition[], readonly Condition[], 'required'> => make(conditionsSchema),
} as const;
