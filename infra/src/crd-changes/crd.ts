import {
  anything,
  boolean,
  either,
  faultsOf,
  lazy,
  list,
  map,
  number,
  oneOf,
  openObject,
  optional,
  string,
  text,
} from '../options/index.ts';

/** A schema in a CustomResourceDefinition, as far as its keywords are compared. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly title?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly multipleOf?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly allOf?: readonly object[];
  readonly anyOf?: readonly object[];
  readonly oneOf?: readonly object[];
  readonly not?: object;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
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

const keywords = openObject(
  optional({
    ...{ type: text(), format: string, pattern: string, multipleOf: number },
    ...{
      properties: map(schema),
      additionalProperties: either('a schema, true or false', boolean, schema),
      items: schema,
    },
    ...{ required: names, enum: list(anything), nullable: boolean },
    ...{ minimum: number, maximum: number, exclusiveMinimum: boolean, exclusiveMaximum: boolean },
    ...{ minLength: number, maxLength: number, minItems: number, maxItems: number },
    ...{ minProperties: number, maxProperties: number },
    ...{ allOf: schemas, anyOf: schemas, oneOf: schemas, not: openObject({}) },
    'x-kubernetes-int-or-string': boolean,
    'x-kubernetes-preserve-unknown-fields': boolean,
    'x-kubernetes-embedded-resource': boolean,
    'x-kubernetes-list-type': text(),
    'x-kubernetes-list-map-keys': names,
    'x-kubernetes-map-type': text(),
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
    group: text(),
    scope: oneOf('Namespaced', 'Cluster'),
    names: openObject({
      ...{ kind: text(), plural: text() },
      ...optional({ listKind: text(), singular: text(), shortNames: names, categories: names }),
    }),
    versions: list(version, { minimum: 1 }),
    conversion: openObject(optional({ strategy: oneOf('None', 'Webhook') })).optional(),
  }),
});

/** Whether this is a CustomResourceDefinition, valid or not. */
export function isCrd(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'CustomResourceDefinition';
}

/** Checks the shape of a CustomResourceDefinition. Throws if it is wrong, with the path of the wrong value. */
export function parseCrd(value: unknown): Crd {
  const [fault] = faultsOf(crd, value);
  if (fault === undefined) return value as Crd;
  throw new Error(`failed to read the CustomResourceDefinition ${nameOf(value)}: ${fault.text}`);
}

function nameOf(value: unknown): string {
  const { metadata } = (value ?? {}) as { metadata?: { name?: unknown } | null };
  return typeof metadata?.name === 'string' ? metadata.name : 'without a name';
}

/** The version in which objects are stored. */
export function storageOf({ metadata, spec }: Crd): CrdVersion {
  const [stored, ...more] = spec.versions.filter(({ storage }) => storage);
  if (stored !== undefined && more.length === 0) return stored;
  throw new Error(
    `failed to read the CustomResourceDefinition ${metadata.name}: exactly one of its versions must have storage: true`,
  );
}
