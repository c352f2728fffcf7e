import { conditionsSchema } from './conditions-schema.ts';
import type { Condition, JsonSchema } from '../base/index.ts';
import { type DurationOptions, durationSchema, toDurationOptions } from './duration.ts';
import { buildKubernetesSchema, type KubernetesTypes } from './kubernetes-types.ts';
import { makeSchema as make } from './make-schema.ts';
import type {
  ArrayOptions,
  CommonOptions,
  Default,
  KubernetesOptions,
  NumberOptions,
  ObjectOptions,
  PresenceFor,
  Preserves,
  RecordOptions,
  StringOptions,
} from './options.ts';
import type {
  PresenceOf,
  Properties,
  Schema,
  Stored,
  StoredObject,
  UnknownFields,
  Written,
  WrittenObject,
} from './schema.ts';
import { type EmbeddedResource, type Quantity, quantityPattern, type UnknownValue } from './values.ts';

/**
 * Builds the schema of an API, which defines both the TypeScript types of its objects and its CRD. Lacks builders for
 * schemas that a CRD cannot hold (unions, tuples, references). `exclusiveMinimum` and `exclusiveMaximum` are booleans
 * next to a bound, as in a CRD, not numbers.
 */
export const t = {
  string: <D extends string = never>(options?: StringOptions & Default<D>): Schema<string, string, PresenceFor<D>> =>
    make({ type: 'string' }, options),

  /** One of `values`, which are all strings or all numbers. */
  enum: <const V extends readonly [string, ...string[]] | readonly [number, ...number[]], D extends V[number] = never>(
    values: V,
    options?: CommonOptions<V[number]> & Default<D>,
  ): Schema<V[number], V[number], PresenceFor<D>> => make({ type: inferType(values), enum: values }, options),

  /**
   * An integer. Its default bounds are those of `Number.MAX_SAFE_INTEGER`, because JavaScript rounds larger integers;
   * the format `int32` is narrower. Use a string for larger numbers.
   */
  integer: <D extends number = never>(options?: NumberOptions & Default<D>): Schema<number, number, PresenceFor<D>> =>
    make({ type: 'integer', ...buildExactBounds(options) }, options),

  number: <D extends number = never>(options?: NumberOptions & Default<D>): Schema<number, number, PresenceFor<D>> =>
    make({ type: 'number' }, options),

  boolean: <D extends boolean = never>(
    options?: CommonOptions<boolean> & Default<D>,
  ): Schema<boolean, boolean, PresenceFor<D>> => make({ type: 'boolean' }, options),

  /** A number or a string such as `50%`. */
  intOrString: <D extends number | string = never>(
    options?: CommonOptions<number | string> & Default<D>,
  ): Schema<number | string, number | string, PresenceFor<D>> => make({ 'x-kubernetes-int-or-string': true }, options),

  /** A Kubernetes quantity: `500m`, `1.5Gi`, 2. It is stored as it was written. */
  quantity: <D extends Quantity = never>(
    options?: CommonOptions<Quantity> & Default<D>,
  ): Schema<Quantity, Quantity, PresenceFor<D>> =>
    make({ 'x-kubernetes-int-or-string': true, pattern: quantityPattern }, options),

  /**
   * A duration in Go's notation, with hours, minutes, seconds and milliseconds: `1h30m`, `500ms`, `0s`. Bounds are
   * `minimum` and `maximum`. Read it with `parseDurationMs`, or with `parsePeriodMs` if zero means never.
   */
  duration: <D extends string = never>(
    options?: DurationOptions & Default<D>,
  ): Schema<string, string, PresenceFor<D>> => make(durationSchema, toDurationOptions(options)),

  /** Kubernetes' PodTemplateSpec: the Pods of a Deployment, a Job and the like. Each use adds 65 KB to the CRD. */
  podTemplateSpec: <D extends KubernetesTypes['PodTemplateSpec'] = never>(
    options?: KubernetesOptions<KubernetesTypes['PodTemplateSpec']> & Default<D>,
  ): Schema<KubernetesTypes['PodTemplateSpec'], KubernetesTypes['PodTemplateSpec'], PresenceFor<D>> =>
    make(buildKubernetesSchema('PodTemplateSpec'), options),

  /** Kubernetes' ResourceRequirements: CPU and memory of a container. */
  resourceRequirements: <D extends KubernetesTypes['ResourceRequirements'] = never>(
    options?: KubernetesOptions<KubernetesTypes['ResourceRequirements']> & Default<D>,
  ): Schema<KubernetesTypes['ResourceRequirements'], KubernetesTypes['ResourceRequirements'], PresenceFor<D>> =>
    make(buildKubernetesSchema('ResourceRequirements'), options),

  /**
   * Kubernetes' EnvVar: an environment variable of a container. For a list: `t.array(t.envVar(), { keys: ['name'] })`.
   */
  envVar: <D extends KubernetesTypes['EnvVar'] = never>(
    options?: KubernetesOptions<KubernetesTypes['EnvVar']> & Default<D>,
  ): Schema<KubernetesTypes['EnvVar'], KubernetesTypes['EnvVar'], PresenceFor<D>> =>
    make(buildKubernetesSchema('EnvVar'), options),

  /** Kubernetes' Affinity: the nodes on which Pods may run. */
  affinity: <D extends KubernetesTypes['Affinity'] = never>(
    options?: KubernetesOptions<KubernetesTypes['Affinity']> & Default<D>,
  ): Schema<KubernetesTypes['Affinity'], KubernetesTypes['Affinity'], PresenceFor<D>> =>
    make(buildKubernetesSchema('Affinity'), options),

  /** Kubernetes' Toleration: a node taint that Pods tolerate. */
  toleration: <D extends KubernetesTypes['Toleration'] = never>(
    options?: KubernetesOptions<KubernetesTypes['Toleration']> & Default<D>,
  ): Schema<KubernetesTypes['Toleration'], KubernetesTypes['Toleration'], PresenceFor<D>> =>
    make(buildKubernetesSchema('Toleration'), options),

  /** Kubernetes' LabelSelector: selects objects by their labels. */
  labelSelector: <D extends KubernetesTypes['LabelSelector'] = never>(
    options?: KubernetesOptions<KubernetesTypes['LabelSelector']> & Default<D>,
  ): Schema<KubernetesTypes['LabelSelector'], KubernetesTypes['LabelSelector'], PresenceFor<D>> =>
    make(buildKubernetesSchema('LabelSelector'), options),

  /** Kubernetes' LocalObjectReference: the name of an object in the same namespace, such as a Secret. */
  localObjectReference: <D extends KubernetesTypes['LocalObjectReference'] = never>(
    options?: KubernetesOptions<KubernetesTypes['LocalObjectReference']> & Default<D>,
  ): Schema<KubernetesTypes['LocalObjectReference'], KubernetesTypes['LocalObjectReference'], PresenceFor<D>> =>
    make(buildKubernetesSchema('LocalObjectReference'), options),

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

  /** A map from any string to a value of the schema `values`. */
  record: <V extends Schema, D extends Readonly<Record<string, Written<V>>> = never>(
    values: V,
    options?: RecordOptions<Written<V>> & Default<D>,
  ): Schema<Readonly<Record<string, Stored<V>>>, Readonly<Record<string, Written<V>>>, PresenceFor<D>> => {
    const { mapType, ...rest }: RecordOptions<Written<V>> = options ?? {};
    return make({ type: 'object', additionalProperties: values.json, ...toMapType(mapType) }, rest);
  },

  /**
   * An object with these properties. The API server drops undeclared properties, unless `preserveUnknownFields` is set.
   */
  object: <const P extends Properties, D extends WrittenObject<P> = never, K extends boolean = false>(
    properties: P,
    options?: ObjectOptions<WrittenObject<P>> & Default<D> & Preserves<K>,
  ): Schema<StoredObject<P> & UnknownFields<K>, WrittenObject<P> & UnknownFields<K>, PresenceFor<D>> => {
    const { mapType, preserveUnknownFields, ...rest }: ObjectOptions<unknown> & Preserves<boolean> = options ?? {};
    const entries = Object.entries(properties);
    const required = entries.filter(([, { presence }]) => presence === 'required').map(([name]) => name);
    const json: JsonSchema = {
      type: 'object',
      ...(entries.length > 0 && { properties: Object.fromEntries(entries.map(([name, { json }]) => [name, json])) }),
      ...(required.length > 0 && { required }),
      ...(preserveUnknownFields === true && preserves),
      ...toMapType(mapType),
    };
    return make(json, rest);
  },

  /** Any JSON value except `null`, preserved unchanged. CEL rules cannot read it. */
  unknown: <D extends UnknownValue = never>(
    options?: Omit<CommonOptions<UnknownValue>, 'rules'> & Default<D>,
  ): Schema<UnknownValue, UnknownValue, PresenceFor<D>> => make(preserves, options),

  /**
   * A whole object of another API, such as a template. The API server checks its `apiVersion`, `kind` and `metadata`.
   */
  embeddedResource: <D extends EmbeddedResource = never>(
    options?: CommonOptions<EmbeddedResource> & Default<D>,
  ): Schema<EmbeddedResource, EmbeddedResource, PresenceFor<D>> =>
    make({ type: 'object', 'x-kubernetes-embedded-resource': true, ...preserves }, options),

  /** Makes a property optional. */
  optional: <S extends Schema>(schema: S): Schema<Stored<S>, Written<S>, 'optional'> =>
    make(schema.json, {}, 'optional'),

  /**
   * Also allows `null`, which the API server then stores. Not for an enum: the API server does not accept `null` in
   * one.
   */
  nullable: <S extends Schema>(schema: S): Schema<Stored<S> | null, Written<S> | null, PresenceOf<S>> =>
    make({ ...schema.json, nullable: true }, {}, schema.presence),

  /** The schema of `status.conditions`: a list with the key `type`, so that several writers can own conditions. */
  conditions: (): Schema<readonly Condition[], readonly Condition[], 'required'> => make(conditionsSchema),
} as const;

const preserves = { 'x-kubernetes-preserve-unknown-fields': true } as const;

function toMapType(mapType: 'atomic' | 'granular' | undefined): Pick<JsonSchema, 'x-kubernetes-map-type'> {
  return mapType === undefined ? {} : { 'x-kubernetes-map-type': mapType };
}

/** Default bounds of an integer, within which `JSON.parse` is exact. */
function buildExactBounds({ format, exclusiveMinimum, exclusiveMaximum }: NumberOptions = {}): JsonSchema {
  if (format === 'int32') return {};
  return {
    ...(exclusiveMinimum !== true && { minimum: Number.MIN_SAFE_INTEGER }),
    ...(exclusiveMaximum !== true && { maximum: Number.MAX_SAFE_INTEGER }),
  };
}

function inferType(values: readonly unknown[]): 'string' | 'integer' | 'number' {
  if (values.every((value) => typeof value === 'string')) return 'string';
  return values.every(Number.isInteger) ? 'integer' : 'number';
}
