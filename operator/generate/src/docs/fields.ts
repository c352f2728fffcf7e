import { getKubernetesType } from '@kubewright/declaration';
import type { JsonSchema } from '@kubewright/runtime/internal/api';
import { listLimits } from './limits.ts';

export interface Field {
  /** The path below `spec` or `status`: `template.ports[].name`, `labels.*`. */
  readonly path: string;
  readonly type: string;
  /** Whether the API server rejects an object without the field, unless its parent is also missing. */
  readonly required: boolean;
  /** The API server's default value, as JSON. */
  readonly default?: string;
  readonly limits: readonly string[];
  readonly description: string;
}

/** Lists the fields of an object schema, each before its nested fields. */
export function listFields({ properties = {}, required = [] }: JsonSchema, parent = ''): readonly Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = parent + name;
    return [buildField(path, schema, required.includes(name)), ...listNestedFields(path, schema)];
  });
}

function buildField(path: string, schema: JsonSchema, required: boolean): Field {
  return {
    path,
    type: formatType(schema),
    required,
    ...(schema.default !== undefined && { default: JSON.stringify(schema.default) }),
    limits: [...listLimits(schema), ...listItemLimits(schema).map((clause) => `each ${clause}`)],
    description: schema.description ?? '',
  };
}

function listItemLimits({ items, additionalProperties }: JsonSchema): readonly string[] {
  return listLimits(items ?? additionalProperties ?? {});
}

function listNestedFields(path: string, schema: JsonSchema): readonly Field[] {
  if (isConditions(schema) || getKubernetesType(schema) !== undefined) return [];
  if (schema.items !== undefined) return listNestedFields(`${path}[]`, schema.items);
  if (schema.additionalProperties !== undefined) return listNestedFields(`${path}.*`, schema.additionalProperties);
  return listFields(schema, `${path}.`);
}

/** Whether the schema is a list of conditions, whose fields are the same in every Kubernetes API. */
function isConditions({ items }: JsonSchema): boolean {
  const names = Object.keys(items?.properties ?? {});
  return ['type', 'status', 'lastTransitionTime', 'reason', 'message'].every((name) => names.includes(name));
}

function formatType(schema: JsonSchema): string {
  return schema.nullable === true ? `${formatNonNullType(schema)} or null` : formatNonNullType(schema);
}

function formatNonNullType(schema: JsonSchema): string {
  const { type = 'any', format } = schema;
  const plain = format === undefined ? type : `${type} (${format})`;
  return formatNamedType(schema) ?? formatCollection(schema) ?? plain;
}

function formatNamedType(schema: JsonSchema): string | undefined {
  const { externalDocs } = schema;
  if (externalDocs?.description !== undefined && getKubernetesType(schema) !== undefined) {
    return `[${externalDocs.description}](${externalDocs.url})`;
  }
  if (schema['x-kubernetes-embedded-resource'] === true) return 'resource';
  if (schema['x-kubernetes-int-or-string'] === true) return 'integer or string';
  return isConditions(schema) ? 'conditions' : undefined;
}

function formatCollection({ items, additionalProperties }: JsonSchema): string | undefined {
  if (items !== undefined) return `list of ${formatType(items)}`;
  return additionalProperties === undefined ? undefined : `map of ${formatType(additionalProperties)}`;
}
