import { z } from 'zod';

import { type Schema, textOf } from './schema.ts';

/** A JSON Schema, as editors and Helm read it. https://json-schema.org/draft/2020-12/schema */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Pure: the JSON Schema of a group.
 *
 * @param described whether it has what each option means, and what holds without it; true by default
 */
export function jsonSchemaOf(schema: Schema, { described = true } = {}): JsonSchema {
  return z.toJSONSchema(schema as unknown as z.ZodType, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const description = descriptionOf(zodSchema as unknown as Schema);
      if (described && description !== '') jsonSchema.description = description;
    },
  });
}

function descriptionOf(schema: Schema): string {
  const { meaning = '', usual = '' } = textOf(schema);
  const paragraphs = [meaning, usual === '' ? '' : `Default: ${usual.replace(/^- /, '')}`];
  return paragraphs.filter((each) => each !== '').join('\n\n');
}
