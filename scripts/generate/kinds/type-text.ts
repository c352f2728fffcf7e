import { docComment } from './doc-comment.ts';
import { referencedName, type Schema } from './schema.ts';

/** The TypeScript type for a reference to the schema with this full name. */
export type NameOf = (schemaName: string) => string;

/** The TypeScript type of a schema. Throws for a construct that it does not know. */
export function typeText(schema: Schema, nameOf: NameOf): string {
  const text = plainText(schema, nameOf);
  return schema.nullable === true ? `${text} | null` : text;
}

function plainText(schema: Schema, nameOf: NameOf): string {
  if (schema.$ref !== undefined) return nameOf(referencedName(schema.$ref));
  if (schema.allOf !== undefined) return joined(schema.allOf, ' & ', nameOf);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return joined(choices, ' | ', nameOf);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  return textOfType(schema, nameOf);
}

function joined(schemas: readonly Schema[], separator: string, nameOf: NameOf): string {
  const texts = new Set(schemas.map((schema) => typeText(schema, nameOf)));
  return texts.size === 1 ? [...texts].join('') : [...texts].map((text) => `(${text})`).join(separator);
}

function textOfType(schema: Schema, nameOf: NameOf): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${typeText(schema.items ?? {}, nameOf)})[]`;
    case 'object':
      return objectText(schema, nameOf);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`failed to write a type for "${schema.type}": teach type-text.ts this OpenAPI type`);
  }
}

function objectText(schema: Schema, nameOf: NameOf): string {
  if (schema.properties !== undefined) return `{\n${propertiesText(schema, nameOf)}\n}`;
  const values = schema.additionalProperties;
  return `Readonly<Record<string, ${typeof values === 'object' ? typeText(values, nameOf) : 'unknown'}>>`;
}

/** The members of an interface: one readonly property per line, each with its comment. */
export function propertiesText(schema: Pick<Schema, 'properties' | 'required'>, nameOf: NameOf): string {
  return Object.entries(schema.properties ?? {})
    .map(([name, property]) => {
      const optional = schema.required?.includes(name) === true ? '' : '?';
      return `${docComment(property.description)}readonly ${JSON.stringify(name)}${optional}: ${typeText(property, nameOf)};`;
    })
    .join('\n');
}
