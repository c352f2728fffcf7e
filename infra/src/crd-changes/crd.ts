import type { CrdSchema } from '@kubewright/declaration';

import { anything, boolean, either, type Fields, validateValue, lazy, list, map, number } from '../options/index.ts';
import { oneOf, openObject, optional, type Schema, string, text } from '../options/index.ts';

export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly schema: { readonly openAPIV3Schema: CrdSchema };
  readonly subresources?: { readonly status?: object; readonly scale?: Readonly<Record<string, string>> };
  readonly selectableFields?: readonly { readonly jsonPath: string }[];
  readonly additionalPrinterColumns?: readonly object[];
}

/** A CRD of `apiextensions.k8s.io/v1`. */
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
/** Lazy, because schemas contain schemas. */
const schema = lazy(() => keywords);
/** The keywords that we compare. */
const keywords = openObject(
  optional({
    ...buildUniformFields(number, ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']),
    ...buildUniformFields(number, ['minProperties', 'maxProperties', 'multipleOf']),
    ...buildUniformFields(boolean, ['nullable', 'exclusiveMinimum', 'exclusiveMaximum', 'x-kubernetes-int-or-string']),
    ...buildUniformFields(boolean, ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource']),
    ...buildUniformFields(string, ['type', 'format', 'pattern', 'description', 'title']),
    ...buildUniformFields(string, ['x-kubernetes-list-type', 'x-kubernetes-map-type']),
    ...{ properties: map(schema), items: schema },
    additionalProperties: either('a schema, true or false', boolean, schema),
    ...{ required: names, enum: list(anything), allOf: schemas, anyOf: schemas, oneOf: schemas, not: openObject({}) },
    'x-kubernetes-list-map-keys': names,
    'x-kubernetes-validations': list(openObject({ rule: text(), optionalOldSelf: boolean.optional() })),
  }),
);

function buildUniformFields(each: Schema, keys: readonly string[]): Fields {
  return Object.fromEntries(keys.map((key) => [key, each]));
}

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

/** Throws with the path of the invalid value if it is not a valid CRD. */
export function parseCrd(value: unknown): Crd {
  const [error] = validateValue(crd, value);
  if (error === undefined) return value as Crd;
  const { metadata } = (value ?? {}) as { metadata?: { name?: unknown } | null };
  const name = typeof metadata?.name === 'string' ? metadata.name : 'without a name';
  throw new Error(`failed to read the CustomResourceDefinition ${name}: ${error.text}`);
}

export function getStorageVersion({ metadata, spec }: Crd): CrdVersion {
  const [stored, ...more] = spec.versions.filter(({ storage }) => storage);
  if (stored !== undefined && more.length === 0) return stored;
  throw new Error(
    `failed to read the CustomResourceDefinition ${metadata.name}: exactly one of its versions must have storage: true`,
  );
}
