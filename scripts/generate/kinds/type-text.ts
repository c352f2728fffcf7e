import { renderDocComment } from '../../../operator/generate/src/foreign-kinds/doc-comment.ts';
import { getReferencedName, type Schema } from './schema.ts';

/** The TypeScript type for a reference to the schema with this full name. */
export type ResolveName = (schemaName: string) => string;

/** The TypeScript type of a schema. Throws for a construct that it does not know. */
export function formatType(schema: Schema, resolveName: ResolveName): string {
  const text = formatNonNullType(schema, resolveName);
  return schema.nullable === true ? `${text} | null` : text;
}

function formatNonNullType(schema: Schema, resolveName: ResolveName): string {
  if (schema.$ref !== undefined) return resolveName(getReferencedName(schema.$ref));
  if (schema.allOf !== undefined) return joinTypes(schema.allOf, ' & ', resolveName);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return joinTypes(choices, ' | ', resolveName);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  return formatSchemaType(schema, resolveName);
}

function joinTypes(schemas: readonly Schema[], separator: string, resolveName: ResolveName): string {
  const texts = new Set(schemas.map((schema) => formatType(schema, resolveName)));
  return texts.size === 1 ? [...texts].join('') : [...texts].map((text) => `(${text})`).join(separator);
}

function formatSchemaType(schema: Schema, resolveName: ResolveName): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${formatType(schema.items ?? {}, resolveName)})[]`;
    case 'object':
      return formatObjectType(schema, resolveName);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`failed to write a type for "${schema.type}": add this OpenAPI type to type-text.ts`);
  }
}

function formatObjectType(schema: Schema, resolveName: ResolveName): string {
  if (schema.properties !== undefined) return `{\n${formatProperties(schema, resolveName)}\n}`;
  const values = schema.additionalProperties;
  return `Readonly<Record<string, ${typeof values === 'object' ? formatType(values, resolveName) : 'unknown'}>>`;
}

/** The members of an interface: one readonly property per line, each with its comment. */
export function formatProperties(schema: Pick<Schema, 'properties' | 'required'>, resolveName: ResolveName): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, property]) => {
      const optional = schema.required?.includes(name) === true ? '' : '?';
      return `${renderDocComment(property.description)}readonly ${JSON.stringify(name)}${optional}: ${formatType(property, resolveName)};`;
    })
    .join('\n');
}
