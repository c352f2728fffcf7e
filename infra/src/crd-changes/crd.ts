import { anything, boolean, either, type Fields, faultsOf, lazy, list, map, number } from '../options/index.ts';
import { oneOf, openObject, optional, string, text } from '../options/index.ts';

const numbers = [
  ...(['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const),
  ...(['minProperties', 'maxProperties', 'multipleOf'] as const),
] as const;
const flags = [
  ...(['nullable', 'exclusiveMinimum', 'exclusiveMaximum', 'x-kubernetes-int-or-string'] as const),
  ...(['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const),
] as const;
const words = [
  ...(['type', 'format', 'pattern', 'description', 'title'] as const),
  ...(['x-kubernetes-list-type', 'x-kubernetes-map-type'] as const),
] as const;

type Of<Keywords extends readonly string[], T> = { readonly [Keyword in Keywords[number]]?: T };

/** A schema in a CustomResourceDefinition, as far as its keywords are compared. */
export interface Schema extends Of<typeof numbers, number>, Of<typeof flags, boolean>, Of<typeof words, string> {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly allOf?: readonly object[];
  readonly anyOf?: readonly object[];
  readonly oneOf?: readonly object[];
  readonly not?: object;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
}

export interface ValidationRule {
  readonly rule: string;
  readonly optionalOldSelf?: boolean;
}

export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly schema: { readonly openAPIV3Schema: Schema };
  readonly subresources?: { readonly status?: object; readonly scale?: Readonly<Record<string, string>> };
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
  readonly additionalPrinterColumns?: readonly object[];
}

/** A CustomResourceDefinition of `apiextensions.k8s.io/v1`. */
export interface Crd {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: CrdNames;
    readonly versions: readonly CrdVersion[];
    readonly conversion?: { readonly strategy?: string };
  };
}

export interface CrdNames {
  readonly kind: string;
  readonly plural: string;
  readonly listKind?: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

const names = list(text());
const schemas = list(openObject({}));
/** Schemas are in schemas. */
const schema = lazy(() => keywords);
const all = (keys: readonly string[], each: Fields[string]): Fields =>
  Object.fromEntries(keys.map((key) => [key, each]));

const keywords = openObject(
  optional({
    ...{
      ...all(numbers, number),
      ...all(flags, boolean),
      ...all(words, string),
      properties: map(schema),
      items: schema,
    },
    additionalProperties: either('a schema, true or false', boolean, schema),
    ...{ required: names, enum: list(anything), allOf: schemas, anyOf: schemas, oneOf: schemas, not: openObject({}) },
    'x-kubernetes-list-map-keys': names,
    'x-kubernetes-validations': list(openObject({ rule: text(), optionalOldSelf: boolean.optional() })),
  }),
);

const version = openObject({
  ...{ name: text(), served: boolean, storage: boolean, schema: openObject({ openAPIV3Schema: schema }) },
  ...optional({
    deprecated: boolean,
    subresources: openObject(optional({ status: openObject({}), scale: map(string) })),
    selectableFields: list(openObject({ jsonPath: text() })),
    additionalPrinterColumns: list(openObject({})),
  }),
});

const crd = openObject({
  apiVersion: oneOf('apiextensions.k8s.io/v1'),
  metadata: openObject({ name: text() }),
  spec: openObject({
    ...{ group: text(), scope: oneOf('Namespaced', 'Cluster'), versions: list(version, { minimum: 1 }) },
    names: openObject({
      ...{ kind: text(), plural: text() },
      ...optional({ listKind: text(), singular: text(), shortNames: names, categories: names }),
    }),
    conversion: openObject(optional({ strategy: oneOf('None', 'Webhook') })).optional(),
  }),
});

/** Throws if it is no valid CustomResourceDefinition, with the path of the wrong value. */
export function parseCrd(value: unknown): Crd {
  const [fault] = faultsOf(crd, value);
  if (fault === undefined) return value as Crd;
  const { metadata } = (value ?? {}) as { metadata?: { name?: unknown } | null };
  const name = typeof metadata?.name === 'string' ? metadata.name : 'without a name';
  throw new Error(`failed to read the CustomResourceDefinition ${name}: ${fault.text}`);
}

/** The version in which objects are stored. */
export function storageOf({ metadata, spec }: Crd): CrdVersion {
  const [stored, ...more] = spec.versions.filter(({ storage }) => storage);
  if (stored !== undefined && more.length === 0) return stored;
  throw new Error(
    `failed to read the CustomResourceDefinition ${metadata.name}: exactly one of its versions must have storage: true`,
  );
}
