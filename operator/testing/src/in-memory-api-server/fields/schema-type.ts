import { type CrdSchema, getMember } from '@kubewright/runtime/internal/base';
import { objectMeta } from './builtin-types.ts';
import { atomic, deduced, type FieldType, type ListType, type MapType } from './field-type.ts';

const text: FieldType = { scalar: 'string' };
const ofEveryObject = { apiVersion: text, kind: text, metadata: objectMeta };

/** Derives from the schema of a CRD how its objects merge (KEP-555). */
export function toFieldType(schema: CrdSchema): FieldType {
  return convertType({ ...schema, 'x-kubernetes-embedded-resource': true }, false);
}

/** @param open whether this or a parent schema preserves unknown fields */
function convertType(schema: CrdSchema, open: boolean): FieldType {
  const isOpen = open || schema['x-kubernetes-preserve-unknown-fields'] === true;
  switch (schema.type) {
    case undefined:
      return { scalar: 'untyped', list: convertListType(schema, isOpen), map: convertMapType(schema, isOpen) };
    case 'object':
      return { map: convertMapType(schema, isOpen) };
    case 'array':
      return { list: convertListType(schema, isOpen) };
    case 'string':
      return { scalar: schema.format === undefined || schema.format === 'byte' ? 'string' : 'untyped' };
    case 'boolean':
      return { scalar: 'boolean' };
    default:
      return { scalar: 'numeric' };
  }
}

function convertMapType(schema: CrdSchema, isOpen: boolean): MapType {
  const { properties = {}, additionalProperties: others } = schema;
  const declared = Object.entries(properties).map(([name, member]) => [name, convertType(member, isOpen)] as const);
  const embedded = schema['x-kubernetes-embedded-resource'] === true ? ofEveryObject : {};
  const isFree = others === true || (others === undefined && (isOpen || declared.length === 0));
  return {
    isAtomic: schema['x-kubernetes-map-type'] === 'atomic',
    fields: { ...Object.fromEntries(declared), ...embedded },
    others: isFree ? deduced : typeof others === 'object' ? convertType(others, isOpen) : undefined,
  };
}

function convertListType(schema: CrdSchema, isOpen: boolean): ListType {
  const { items, 'x-kubernetes-list-map-keys': keys = [], 'x-kubernetes-list-type': type = 'atomic' } = schema;
  const defaults = keys.map((key) => [key, getMember(items?.properties, key)?.default] as const);
  return {
    isAtomic: type === 'atomic',
    keys: [...keys].sort(),
    keyDefaults: Object.fromEntries(defaults.filter(([, value]) => value !== undefined)),
    item: items === undefined ? atomic : convertType(items, isOpen),
  };
}
