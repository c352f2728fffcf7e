import type { JsonSchema } from '@kubewright/runtime/internal/api';
import { memberOf } from '@kubewright/runtime/internal/base';
import { atomic, type FieldType, listBy, set } from './field-type.ts';
import { objectMeta } from './builtin-types.ts';

/** How the objects of a CRD merge, by its schema. KEP-555, KEP-1693. */
export function schemaType(schema: JsonSchema): FieldType {
  const root = typeOf(schema);
  return root.type === 'map' ? { ...root, fields: { ...root.fields, metadata: objectMeta } } : root;
}

function typeOf(schema: JsonSchema): FieldType {
  if (schema.type === 'array') return listType(schema);
  if (schema.type !== 'object') return scalarType(schema);
  if (schema['x-kubernetes-map-type'] === 'atomic') return atomic;
  if (schema.additionalProperties !== undefined) {
    return { type: 'map', fields: {}, others: typeOf(schema.additionalProperties), isRecord: true };
  }
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [name, typeOf(member)] as const);
  return { type: 'map', fields: Object.fromEntries(members), others: undefined };
}

function listType(schema: JsonSchema): FieldType {
  const items = schema.items ?? {};
  switch (schema['x-kubernetes-list-type']) {
    case 'map': {
      const keys = schema['x-kubernetes-list-map-keys'] ?? [];
      const defaults = keys.map((key) => [key, memberOf(items.properties, key)?.default] as const);
      const keyDefaults = Object.fromEntries(defaults.filter(([, value]) => value !== undefined));
      return listBy(keys, typeOf(items), keyDefaults);
    }
    case 'set':
      return set;
    default:
      return atomic;
  }
}

function scalarType({ type }: JsonSchema): FieldType {
  switch (type) {
    case 'string':
    case 'boolean':
      return { type: 'atomic', scalar: type };
    case 'integer':
    case 'number':
      return { type: 'atomic', scalar: 'numeric' };
    default:
      return atomic;
  }
}
