import type { ApiDocuments } from './api-documents.ts';
import { getReferencedName, type Schema, type Schemas } from './schema.ts';
import { objectMeta, parseSchemaName, templateMetaFields } from './schema-names.ts';

const core = 'io.k8s.api.core.v1';

/** The Kubernetes types for which `t` has a function, so that a CRD can contain their schemas. */
export const embeddedTypes: readonly string[] = [
  ...['Affinity', 'EnvVar', 'LocalObjectReference', 'PodTemplateSpec', 'ResourceRequirements', 'Toleration'].map(
    (type) => `${core}.${type}`,
  ),
  'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector',
];

/** A structural schema. `$ref` is the name of another schema; the fields beside it are added to that schema. */
type StructuralSchema = Readonly<Record<string, unknown>>;

/**
 * The text of `schemas.ts`, without its header: the structural schemas of `types` and of all types that they refer to,
 * by name. They omit descriptions: a CRD with those of PodTemplateSpec is larger than the annotation of `kubectl apply`
 * may be. They are in a function, because most operators use none of them.
 */
export function renderStructuralSchemas(
  { version, schemas }: Pick<ApiDocuments, 'version' | 'schemas'>,
  types: readonly string[],
): string {
  const found = new Map<string, StructuralSchema>();
  const follow = (fullName: string): string => {
    const name = fullName === objectMeta ? 'TemplateMeta' : parseSchemaName(fullName).type;
    if (found.has(name)) return name;
    found.set(name, {});
    found.set(name, convert(findSchema(schemas, fullName), follow));
    return name;
  };
  types.forEach(follow);
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  const [release] = /^\d+\.\d+/.exec(version) ?? [version];
  return `import type { JsonSchema } from '../../base/index.ts';

/** A schema, in which \`$ref\` is the name of another one; its siblings add to that. */
type SchemaOrReference = Omit<JsonSchema, 'items' | 'properties' | 'additionalProperties'> & {
  readonly $ref?: string;
  readonly items?: SchemaOrReference;
  readonly properties?: Readonly<Record<string, SchemaOrReference>>;
  readonly additionalProperties?: SchemaOrReference;
};

/** The release of Kubernetes. */
export const release = 'v${release}';

/** The structural schemas of types, by name. A function, which is not even compiled unless an API uses one of them. */
export function buildSchemas(): Readonly<Record<string, SchemaOrReference>> {
  return ${JSON.stringify(Object.fromEntries(sorted))};
}
`;
}

type Follow = (fullName: string) => string;

function findSchema(schemas: Schemas, fullName: string): Schema {
  const schema = schemas[fullName];
  if (schema === undefined) throw new Error(`failed to find ${fullName}: correct structural-schemas.ts`);
  if (fullName !== objectMeta) return schema;
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => templateMetaFields.has(name));
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function convert(schema: Schema, follow: Follow): StructuralSchema {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  if (reference !== undefined) return convertReference(getReferencedName(reference), follow);
  const { items, additionalProperties } = schema;
  return {
    ...pick(schema, ['type', 'format', 'enum', 'required', ...listKeywords]),
    ...(items !== undefined && { items: convert(items, follow) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: convert(additionalProperties, follow) }),
    ...(schema.properties !== undefined && { properties: convertProperties(schema, follow) }),
  };
}

const listKeywords = ['x-kubernetes-list-type', 'x-kubernetes-list-map-keys', 'x-kubernetes-map-type'] as const;

function pick(schema: Schema, keywords: readonly (keyof Schema)[]): StructuralSchema {
  return Object.fromEntries(keywords.flatMap((word) => (schema[word] === undefined ? [] : [[word, schema[word]]])));
}

/** The runtime has the schemas of these two: they are those of `t.intOrString` and `t.quantity`. */
const scalarTypes = /\.(IntOrString|Quantity)$/;

function convertReference(fullName: string, follow: Follow): StructuralSchema {
  const [, scalar] = scalarTypes.exec(fullName) ?? [];
  return { $ref: scalar ?? follow(fullName) };
}

function convertProperties({ properties = {}, required = [] }: Schema, follow: Follow): StructuralSchema {
  const entries = Object.entries(properties).map(([name, property]) => {
    const hasDefault = isDefault(property.default) && !required.includes(name);
    return [name, { ...convert(property, follow), ...(hasDefault && { default: property.default }) }] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * Whether the API server sets this default. In the OpenAPI documents, required fields and Go structs also have one, the
 * zero value of their type. The defaults of fields that identify list items (`protocol` of a port) must be in a CRD.
 */
function isDefault(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value) !== '{}';
}
