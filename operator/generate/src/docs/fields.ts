import type { JsonSchema } from '@kubewright/runtime/internal/api';
import { limitsOf } from './limits.ts';

/** A field of an API, as the docs show it. */
export interface Field {
  /** The path below `spec` or `status`: `template.ports[].name`, `labels.*`. */
  readonly path: string;
  readonly type: string;
  /** Whether the API server refuses an object without the field, unless its parent is missing, too. */
  readonly required: boolean;
  /** The default value, as JSON. The API server sets it. */
  readonly default?: string;
  readonly limits: readonly string[];
  readonly description: string;
}

/** The fields of an object schema, each before its nested fields. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema, parent = ''): readonly Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = parent + name;
    return [fieldOf(path, schema, required.includes(name)), ...within(path, schema)];
  });
}

function fieldOf(path: string, schema: JsonSchema, required: boolean): Field {
  return {
    path,
    type: typeOf(schema),
    required,
    ...(schema.default !== undefined && { default: JSON.stringify(schema.default) }),
    limits: [...limitsOf(schema), ...limitsOfEach(schema).map((clause) => `each ${clause}`)],
    description: schema.description ?? '',
  };
}

function limitsOfEach({ items, additionalProperties }: JsonSchema): readonly string[] {
  return limitsOf(items ?? additionalProperties ?? {});
}

function within(path: string, schema: JsonSchema): readonly Field[] {
  if (isConditions(schema)) return [];
  if (schema.items !== undefined) return fieldsOf(schema.items, `${path}[].`);
  if (schema.additionalProperties !== undefined) return fieldsOf(schema.additionalProperties, `${path}.*.`);
  return fieldsOf(schema, `${path}.`);
}

/** Whether the schema is a list of conditions, whose fields are the same in every API of Kubernetes. */
function isConditions({ items }: JsonSchema): boolean {
  const names = Object.keys(items?.properties ?? {});
  return ['type', 'status', 'lastTransitionTime', 'reason', 'message'].every((name) => names.includes(name));
}

function typeOf(schema: JsonSchema): string {
  return schema.nullable === true ? `${typeWithoutNull(schema)} or null` : typeWithoutNull(schema);
}

function typeWithoutNull(schema: JsonSchema): string {
  if (schema['x-kubernetes-embedded-resource'] === true) return 'resource';
  if (schema['x-kubernetes-int-or-string'] === true) return 'integer or string';
  if (isConditions(schema)) return 'conditions';
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  if (schema.additionalProperties !== undefined) return `map of ${typeOf(schema.additionalProperties)}`;
  const { type = 'any', format } = schema;
  return format === undefined ? type : `${type} (${format})`;
}
