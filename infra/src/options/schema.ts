import { isRecord } from '@kubewright/declaration';
import { z } from 'zod';

/**
 * What a value has to look like: a schema of zod, whose messages complete "must be …". Its own types do not compile in every
 * project of a user, so that no exported type names them.
 */
export interface Schema {
  optional(): Schema;
  nullable(): Schema;
  nullish(): Schema;
  clone(): Schema;
  refine(fits: (value: never) => unknown, options: object): Schema;
}

/** That of an object whose fields are known. */
export interface ObjectSchema extends Schema {
  readonly shape: Fields;
}

/** Fields by their names, as in `{ replicas: option(…) }`. */
export type Fields = Readonly<Record<string, Schema>>;

/** What types, JSON Schemas and tables say of a schema, besides what it checks. */
export interface SchemaDoc {
  /** What the value means, in Markdown. */
  readonly meaning?: string;
  /** As `@default` says it: a literal, or a text that begins with "- ". */
  readonly usual?: string;
  /** Name of the interface of a group. */
  readonly name?: string;
  /** The group whose fields these are, too. */
  readonly base?: Schema;
  /** What the interface extends, if that is not the one of `base`. */
  readonly parent?: string;
  /** The type in TypeScript, if the schema does not tell it. */
  readonly type?: string;
  /** The module of the type. */
  readonly from?: string;
  /** The schema that a field has, without the text of the field. */
  readonly of?: Schema;
}

const texts = new WeakMap<Schema, SchemaDoc>();

/** What is said of a schema. */
export function getSchemaDoc(schema: Schema): SchemaDoc {
  return texts.get(schema) ?? {};
}

function setSchemaDoc<T extends Schema>(schema: T, text: SchemaDoc): T {
  texts.set(schema, text);
  return schema;
}

/** A string that matches `pattern`, which `expected` describes in words. */
export function text(expected = 'a string that is not empty', pattern = /./): Schema {
  return z.string({ error: expected }).regex(pattern, { error: expected });
}

/** Any string. */
export const string: Schema = z.string({ error: 'a string' });

/** Any number but NaN and the infinite ones. */
export const number: Schema = z.number({ error: 'a number' });

/** Any value. */
export const anything: Schema = z.any();

export const boolean: Schema = z.boolean({ error: 'true or false' });

const largest = 2 ** 31 - 1;

/** A whole number, which Kubernetes stores in 32 bits: it would take a larger one for another one. */
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

/** What JSON Schema says of a value, and how much of a wrong one is shown, as it may be a secret: so many characters. */
interface ValueOptions {
  readonly json: object;
  readonly shown?: number;
}

/** A value for which `fits` holds; `expected` says it in words. */
export function value(expected: string, { json, shown }: ValueOptions, fits: (value: unknown) => boolean): Schema {
  return z
    .any()
    .refine(fits, { error: expected, params: { shown } })
    .meta({ ...json });
}

/** A list whose items all have the schema. */
export function list(item: Schema, { minimum = 0 }: { readonly minimum?: number } = {}): Schema {
  const all = z.array(toZod(item), { error: 'a list' });
  return minimum === 0 ? all : all.min(minimum, { error: 'a list that is not empty' });
}

/** An object with any keys, whose values all have the schema. */
export function map(each: Schema, key: Schema = z.string()): Schema {
  return z.record(toZod(key) as z.ZodString, toZod(each), { error: 'an object' });
}

/**
 * An object with these fields and no others: what nobody knows is a mistake, mostly of spelling.
 *
 * @param hint what to do if it is none
 */
export function object(fields: Fields, hint = ''): ObjectSchema {
  const known = Object.keys(fields);
  return z.strictObject(toZodFields(fields), {
    error: ({ code }) => (code === 'unrecognized_keys' ? JSON.stringify({ known, hint }) : 'an object'),
  });
}

/** An object with these fields. Others are kept: a newer generator may write them. */
export function openObject(fields: Fields): ObjectSchema {
  return z.looseObject(toZodFields(fields), { error: 'an object' });
}

/** A schema that is in itself. */
export function lazy(schema: () => Schema): Schema {
  return z.lazy(() => toZod(schema()));
}

/** Any object: what is in it is checked elsewhere, as `expected` says. */
export function anyObject(expected: string): Schema {
  return value(expected, { json: { type: 'object' } }, isRecord);
}

/** A value of one of the schemas. `expected` is said of one that looks like none of them. */
export function either(expected: string, ...schemas: readonly Schema[]): Schema {
  return z.union(schemas.map(toZod), { error: expected });
}

/** An object of this schema, or `false`. */
export function orFalse(schema: Schema): Schema {
  return either('an object, or false', z.literal(false), schema);
}

/** An object for which `fits` holds, too. */
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

/** The schema, whose type in TypeScript is this one. */
export function withType<T extends Schema>(schema: T, type: string, from?: string): T {
  return setSchemaDoc(schema, { type, ...(from !== undefined && { from }) });
}

/** Fields, all of which may be absent. */
export function optional(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.optional()]));
}

/** A field that may be absent. @param usual what holds then, as `@default` says it */
export function option(schema: Schema, meaning: string, usual = ''): Schema {
  return setSchemaDoc(schema.optional(), { meaning, usual });
}

/** A field that has to be there. */
export function needed(schema: Schema, meaning: string): Schema {
  return setSchemaDoc(schema.clone(), { meaning, of: schema });
}

/** A group of options: an interface of TypeScript, a JSON Schema, and a check. */
export function group(name: string, meaning: string, fields: Fields): ObjectSchema {
  return setSchemaDoc(object(fields), { name, meaning });
}

/** A group that has the options of another one, too. */
export function extendGroup(base: ObjectSchema, group: ObjectSchema): ObjectSchema {
  const all = { ...group.shape, ...base.shape, ...group.shape };
  return setSchemaDoc(object(all), { ...getSchemaDoc(group), base });
}

/** The group, whose interface extends this type of `given-types.ts`, which is made from that of its base. */
export function inheritFrom(schema: ObjectSchema, parent: string): ObjectSchema {
  return setSchemaDoc(schema, { ...getSchemaDoc(schema), parent });
}

/** A JSON Schema, as editors and Helm read it. https://json-schema.org/draft/2020-12/schema */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Pure: the JSON Schema of a group.
 *
 * @param described whether it has what each option means, and what holds without it; true by default
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
