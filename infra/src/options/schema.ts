import { isRecord } from '@kubewright/declaration';
import { z } from 'zod';

/**
 * The schema of a value: a zod schema, whose messages complete "must be …". Zod's own types do not compile in every
 * user's project, so no exported type names them.
 */
export interface Schema {
  optional(): Schema;
  nullable(): Schema;
  nullish(): Schema;
  clone(): Schema;
  refine(fits: (value: never) => unknown, options: object): Schema;
}

/** The schema of an object with known fields. */
export interface ObjectSchema extends Schema {
  readonly shape: Fields;
}

/** Whether a value is an object of plain data, and not an instance of a class such as a Map. */
export function isPlainRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  if (!isRecord(given)) return false;
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype === Object.prototype || prototype === null;
}

/** Fields by name, as in `{ replicas: option(…) }`. */
export type Fields = Readonly<Record<string, Schema>>;

/** Documentation of a schema, for types, JSON Schemas and tables. */
export interface SchemaDoc {
  /** Meaning of the value, in Markdown. */
  readonly meaning?: string;
  /** The text of `@default`: a literal, or a text that begins with "- ". */
  readonly usual?: string;
  /** Name of the interface of a group. */
  readonly name?: string;
  /** A group whose fields this one also has. */
  readonly base?: Schema;
  /** The interface that this one extends, if it is not that of `base`. */
  readonly parent?: string;
  /** The type in TypeScript, if the schema does not determine it. */
  readonly type?: string;
  /** The module that exports the type. */
  readonly from?: string;
  /** The schema of a field without the field's documentation. */
  readonly of?: Schema;
}

const texts = new WeakMap<Schema, SchemaDoc>();

export function getSchemaDoc(schema: Schema): SchemaDoc {
  return texts.get(schema) ?? {};
}

function setSchemaDoc<T extends Schema>(schema: T, text: SchemaDoc): T {
  texts.set(schema, text);
  return schema;
}

/** A string that matches `pattern`, which `expected` describes in words. */
export function text(expected = 'a non-empty string', pattern = /./): Schema {
  return z.string({ error: expected }).regex(pattern, { error: expected });
}

/** Any string. */
export const string: Schema = z.string({ error: 'a string' });

/** Any number except NaN and infinity. */
export const number: Schema = z.number({ error: 'a number' });

/** Any value. */
export const anything: Schema = z.any();

export const boolean: Schema = z.boolean({ error: 'true or false' });

const largest = 2 ** 31 - 1;

/** A whole number of 32 bits: Kubernetes would read a larger one as another number. */
export function integer(minimum: number, maximum = largest): Schema {
  const isOpen = maximum === largest;
  const error = isOpen ? `a whole number of at least ${minimum}` : `a whole number from ${minimum} to ${maximum}`;
  const tooLarge = isOpen ? `a whole number of at most ${maximum}` : error;
  return z.number({ error }).int({ error }).min(minimum, { error }).max(maximum, { error: tooLarge });
}

/** One of the given values. */
export function oneOf(...values: readonly string[]): Schema {
  return z.enum(values as [string, ...string[]], {
    error: `one of ${values.map((each) => JSON.stringify(each)).join(', ')}`,
  });
}

/**
 * The JSON Schema of a value, and the number of characters that messages show of an invalid one, which may be a secret.
 */
interface ValueOptions {
  readonly json: object;
  readonly shown?: number;
}

/** A value for which `fits` holds; `expected` describes it in words. */
export function value(expected: string, { json, shown }: ValueOptions, fits: (value: unknown) => boolean): Schema {
  return z
    .any()
    .refine(fits, { error: expected, params: { shown } })
    .meta({ ...json });
}

/** A list whose items match the schema. */
export function list(item: Schema, { minimum = 0 }: { readonly minimum?: number } = {}): Schema {
  const all = z.array(toZod(item), { error: 'a list' });
  return minimum === 0 ? all : all.min(minimum, { error: 'a non-empty list' });
}

/** An object with any keys, whose values match the schema. */
export function map(each: Schema, key: Schema = z.string()): Schema {
  return z.record(toZod(key) as z.ZodString, toZod(each), { error: 'an object' });
}

/**
 * An object with these fields only: an unknown field is usually a typo.
 *
 * @param hint the end of the message about an unknown field
 */
export function object(fields: Fields, hint = ''): ObjectSchema {
  const known = Object.keys(fields);
  return z.strictObject(toZodFields(fields), {
    error: ({ code }) => (code === 'unrecognized_keys' ? JSON.stringify({ known, hint }) : 'an object'),
  });
}

/** An object with these fields. Retains others, which a newer generator may write. */
export function openObject(fields: Fields): ObjectSchema {
  return z.looseObject(toZodFields(fields), { error: 'an object' });
}

/** A schema that contains itself. */
export function lazy(schema: () => Schema): Schema {
  return z.lazy(() => toZod(schema()));
}

/** Any object, which other code validates; `expected` describes it. */
export function anyObject(expected: string): Schema {
  return value(expected, { json: { type: 'object' } }, isRecord);
}

/** A value of one of the schemas. `expected` describes it in the error if the value resembles none of them. */
export function either(expected: string, ...schemas: readonly Schema[]): Schema {
  return z.union(schemas.map(toZod), { error: expected });
}

export function orFalse(schema: Schema): Schema {
  return either('an object, or false', z.literal(false), schema);
}

/** An object for which `fits` also holds. */
export function withCheck(
  schema: Schema,
  expected: string,
  fits: (value: Readonly<Record<string, unknown>>) => boolean,
): Schema {
  return toZod(schema).refine((value) => fits(value as Readonly<Record<string, unknown>>), {
    error: expected,
    when: ({ value, issues }) => isRecord(value) && issues.every(({ code }) => code !== 'unrecognized_keys'),
  });
}

/** Sets the TypeScript type of a schema. */
export function withType<T extends Schema>(schema: T, type: string, from?: string): T {
  return setSchemaDoc(schema, { type, ...(from !== undefined && { from }) });
}

/** Makes all fields optional. */
export function optional(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.optional()]));
}

/**
 * An optional field.
 *
 * @param usual the text of `@default`
 */
export function option(schema: Schema, meaning: string, usual = ''): Schema {
  return setSchemaDoc(schema.optional(), { meaning, usual });
}

/** A required field. */
export function needed(schema: Schema, meaning: string): Schema {
  return setSchemaDoc(schema.clone(), { meaning, of: schema });
}

/** A group of options: a TypeScript interface, a JSON Schema, and a validation. */
export function group(name: string, meaning: string, fields: Fields): ObjectSchema {
  return setSchemaDoc(object(fields), { name, meaning });
}

/** A group that includes the options of another one. */
export function extendGroup(base: ObjectSchema, group: ObjectSchema): ObjectSchema {
  const all = { ...group.shape, ...base.shape, ...group.shape };
  return setSchemaDoc(object(all), { ...getSchemaDoc(group), base });
}

/** Makes the interface of the group extend this type of `given-types.ts`, which derives from that of its base. */
export function inheritFrom(schema: ObjectSchema, parent: string): ObjectSchema {
  return setSchemaDoc(schema, { ...getSchemaDoc(schema), parent });
}

/** A JSON Schema, for editors and Helm. https://json-schema.org/draft/2020-12/schema */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Pure: the JSON Schema of a group.
 *
 * @param described whether it contains the meaning and default of each option; true by default
 */
export function toJsonSchema(schema: Schema, { described = true } = {}): JsonSchema {
  return z.toJSONSchema(toZod(schema), {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const description = formatDescription(zodSchema as unknown as Schema);
      if (described && description !== '') jsonSchema.description = description;
    },
  });
}

function formatDescription(schema: Schema): string {
  const { meaning = '', usual = '' } = getSchemaDoc(schema);
  const paragraphs = [meaning, usual === '' ? '' : `Default: ${usual.replace(/^- /, '')}`];
  return paragraphs.filter((each) => each !== '').join('\n\n');
}

function toZod(schema: Schema): z.ZodType {
  return schema as unknown as z.ZodType;
}

function toZodFields(fields: Fields): Record<string, z.ZodType> {
  return fields as unknown as Record<string, z.ZodType>;
}
