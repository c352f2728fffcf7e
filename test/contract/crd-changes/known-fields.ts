import type { CrdSchema } from '@kubewright/declaration';

/** Returns the kind, `spec` and `status` of an object, with only the fields that `schema` declares. */
export function pickKnownFields(object: unknown, schema: CrdSchema): unknown {
  const { apiVersion, kind, ...fields } = object as Record<string, unknown>;
  return { apiVersion, kind, ...(pickKnown(fields, schema) as object) };
}

/** Removes the fields that the schema does not declare. */
function pickKnown(value: unknown, schema: CrdSchema): unknown {
  if (schema['x-kubernetes-preserve-unknown-fields'] === true || typeof value !== 'object' || value === null)
    return value;
  const { items, properties = {}, additionalProperties } = schema;
  if (Array.isArray(value)) return items === undefined ? value : value.map((item) => pickKnown(item, items));
  const values = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const getFieldSchema = (key: string) => properties[key] ?? values ?? getImpliedFields(schema)[key];
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const field = getFieldSchema(key);
      return field === undefined ? [] : [[key, pickKnown(item, field)]];
    }),
  );
}

/** The fields that every object may have although its schema omits them. */
function getImpliedFields(schema: CrdSchema): Readonly<Record<string, CrdSchema>> {
  const anything: CrdSchema = { 'x-kubernetes-preserve-unknown-fields': true };
  const isResource = schema['x-kubernetes-embedded-resource'] === true;
  return isResource ? { apiVersion: anything, kind: anything, metadata: anything } : {};
}
