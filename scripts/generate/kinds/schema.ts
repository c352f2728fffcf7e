/** The part of an OpenAPI 3.0 schema that Kubernetes uses and TypeScript types can express. */
export interface Schema {
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly $ref?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Schemas;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly nullable?: boolean;
  readonly default?: unknown;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[];
}

/** Schemas by their full name, for example `io.k8s.api.apps.v1.Deployment`. */
export type Schemas = Readonly<Record<string, Schema>>;

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The schemas directly inside of `schema`. */
export function listParts(schema: Schema): readonly Schema[] {
  const { allOf = [], oneOf = [], anyOf = [], items, properties = {}, additionalProperties } = schema;
  const parts = [...Object.values(properties), ...allOf, ...oneOf, ...anyOf];
  if (items !== undefined) parts.push(items);
  if (typeof additionalProperties === 'object') parts.push(additionalProperties);
  return parts;
}

/** The full name of the schema that a `$ref` points at. */
export function getReferencedName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

/** The full names of all schemas that `schema` refers to directly. */
export function listReferences(schema: Schema): readonly string[] {
  const own = schema.$ref === undefined ? [] : [getReferencedName(schema.$ref)];
  return [...own, ...listParts(schema).flatMap(listReferences)];
}
