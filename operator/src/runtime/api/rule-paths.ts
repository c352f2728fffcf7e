import { celName } from './cel-name.ts';
import type { JsonSchema } from './json-schema.ts';
import { isOfAnyShape } from './schema-at.ts';

const literal = /r?("""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/g;
const path = /(?<![\w.])(self|oldSelf)((?:\s*\.\s*[A-Za-z_]\w*)+)(\s*\()?/g;

/** A rule without its texts, which may hold anything. */
function withoutTexts(expression: string): string {
  return expression.replaceAll(literal, "''");
}

/** Whether an expression looks at the old value: then it is checked on changes only. */
export function usesOldSelf(expression: string): boolean {
  return /(?<![\w.])oldSelf\b/.test(withoutTexts(expression));
}

/**
 * Fields of `self` and `oldSelf` that an expression names and that its schema does not have, each as it is written
 * there. What is reached in other ways (an index, a macro, `?.`) is left to the API server.
 */
export function unknownFields(expression: string, schema: JsonSchema): readonly string[] {
  const found = [...withoutTexts(expression).matchAll(path)].map(([, root = '', steps = '', call]) => {
    const names = steps.split('.').map((name) => name.trim());
    // The last name before a parenthesis is a function, the first of all is the empty text before the first dot.
    return { root, names: names.slice(1, call === undefined ? undefined : -1) };
  });
  return [
    ...new Set(found.filter(({ names }) => !exists(schema, names)).map((each) => [each.root, ...each.names].join('.'))),
  ];
}

function exists(schema: JsonSchema, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined || schema['x-kubernetes-int-or-string'] === true) return true;
  if (schema.additionalProperties !== undefined) return exists(schema.additionalProperties, rest);
  const properties = visibleProperties(schema);
  const key = Object.keys(properties).find((property) => celName(property) === name);
  const property = key === undefined ? undefined : properties[key];
  return property !== undefined && isVisible(property) && exists(property, rest);
}

const text: JsonSchema = { type: 'string' };

/** What every whole object shows to rules. */
export const ofEveryObject: Readonly<Record<string, JsonSchema>> = {
  apiVersion: text,
  kind: text,
  metadata: { type: 'object', properties: { name: text, generateName: text } },
};

function visibleProperties(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return { ...(schema['x-kubernetes-embedded-resource'] === true && ofEveryObject), ...schema.properties };
}

/** Whether rules can see such a value at all: not what may have any shape, nor lists and maps of it. */
export function isVisible(schema: JsonSchema): boolean {
  if (schema.type === 'array') return isVisible(schema.items ?? {});
  if (schema.additionalProperties !== undefined) return isVisible(schema.additionalProperties);
  return !isOfAnyShape(schema);
}
