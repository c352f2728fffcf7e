import { formatPattern } from '../constructs/index.ts';
import type { DeclaredSetting, OperatorDeclaration } from '../declaration/index.ts';
import { environmentShape } from '../environments/index.ts';
import { isRecord, type JsonSchema } from '../shape/index.ts';
import { settable } from './options/index.ts';
import { refusedBy } from './refused.ts';
import { valueTexts } from './value-texts.ts';
import { groups } from './view.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Pure: the JSON Schema of the values: that of environments, without what a release decides. */
export function valuesSchema(declaration: OperatorDeclaration): JsonSchema {
  const ofEnvironments = propertiesOf(environmentShape.schema);
  const names = declaration.controllers.map(({ name }) => name);
  const name = { type: 'string', maxLength: 47 };
  const own: Schemas = {
    ...ofEnvironments,
    settings: settingsSchema(declaration),
    controllers: { type: 'array', minItems: 1, items: { enum: names } },
    monitoring: monitoringSchema(ofEnvironments['monitoring']),
    nameOverride: name,
    fullnameOverride: name,
    global: { type: 'object' },
  };
  const properties = refusedBy(declaration).reduce<Schemas>(
    (all, { path, instead }) => withRefused(all, path.split('.'), instead),
    own,
  );
  const texts = new Map(valueTexts(declaration).map(({ path, meaning }) => [path, meaning]));
  const schema = { type: 'object', properties, additionalProperties: false };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: declaration.name,
    ...(withoutLookahead(explained(eachProperty(schema, '', nullable), texts)) as object),
  };
}

function propertiesOf(schema: JsonSchema | undefined): Schemas {
  return (schema?.['properties'] ?? {}) as Schemas;
}

/** Pure: the schema with each of its properties changed by `change`, also those of its alternatives. */
function eachProperty(
  schema: JsonSchema,
  path: string,
  change: (property: JsonSchema, path: string) => JsonSchema,
): JsonSchema {
  const { properties, anyOf } = schema;
  const changed = ([key, each]: readonly [string, JsonSchema]): readonly [string, JsonSchema] => [
    key,
    change(each, path === '' ? key : `${path}.${key}`),
  ];
  return {
    ...schema,
    ...(isRecord(properties) && { properties: Object.fromEntries(Object.entries(properties as Schemas).map(changed)) }),
    ...(Array.isArray(anyOf) && { anyOf: (anyOf as JsonSchema[]).map((each) => eachProperty(each, path, change)) }),
  };
}

/** Pure: the values of the chart may be null, which is as if they were left out; what is within them may not. */
function nullable(schema: JsonSchema, path: string): JsonSchema {
  const isGroup = (groups as readonly string[]).includes(path);
  return orNull(isGroup ? eachProperty(schema, path, nullable) : schema);
}

/** Pure: the schema with what people read about each value: editors show it. */
function explained(schema: JsonSchema, texts: ReadonlyMap<string, string>): JsonSchema {
  const withText = (property: JsonSchema, path: string): JsonSchema => {
    const description = texts.get(path) ?? '';
    return {
      ...(description !== '' && { description }),
      ...eachProperty(property, path, withText),
    };
  };
  return eachProperty(schema, '', withText);
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf } = schema;
  const values = schema['enum'];
  if (schema['const'] !== undefined) return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(Array.isArray(anyOf) && { anyOf: [...(anyOf as unknown[]), { type: 'null' }] }),
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
}

/** The templates fail with what to write instead, which the schema could not say. */
function withRefused(properties: Schemas, [key = '', ...others]: readonly string[], instead: string): Schemas {
  if (others.length === 0) return { ...properties, [key]: { description: `Refused: ${instead}.` } };
  const group = properties[key] ?? {};
  return { ...properties, [key]: { ...group, properties: withRefused(propertiesOf(group), others, instead) } };
}

function monitoringSchema(schema: JsonSchema = {}): JsonSchema {
  return { ...schema, properties: { ...propertiesOf(schema), alerts: { const: false } } };
}

function settingsSchema(declaration: OperatorDeclaration): JsonSchema {
  const properties = Object.fromEntries(settable(declaration).map((setting) => [setting.name, settingSchema(setting)]));
  return { type: 'object', properties, additionalProperties: false };
}

function settingSchema(setting: DeclaredSetting): JsonSchema {
  const { type, values, minimum, maximum, description } = setting;
  const text = { type: 'string', ...patternOf(setting) };
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  return {
    ...(type === 'list' ? { type: 'array', items: text } : type === 'string' ? text : { type, ...bounds }),
    ...(values && { enum: values }),
    ...(isPort(setting) && { minimum: 1 }),
    ...(description !== undefined && { description }),
  };
}

function isPort({ env }: DeclaredSetting): boolean {
  return ['METRICS_PORT', 'HEALTH_PORT', 'WEBHOOK_PORT'].includes(env);
}

function patternOf({ type, format }: DeclaredSetting): JsonSchema {
  const pattern = formatPattern(format);
  if (pattern !== undefined) return { pattern };
  return type === 'list' ? { pattern: '^[^,]*$' } : {};
}

/** Helm's expressions look at nothing ahead: what they look for is a pattern, or a length, of its own. */
function withoutLookahead(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutLookahead);
  if (!isRecord(schema)) return schema;
  const { pattern, ...others } = schema;
  const rest = Object.fromEntries(Object.entries(others).map(([key, value]) => [key, withoutLookahead(value)]));
  if (typeof pattern !== 'string')
    return pattern === undefined ? rest : { ...rest, pattern: withoutLookahead(pattern) };
  // Helm knows no more than a thousand repetitions, either.
  const left = pattern.replaceAll(/\(\?=[^)]*\)/g, '').replace('{1,1024}', '+');
  return {
    ...rest,
    pattern: left,
    ...(pattern.includes('(?=.{1,253}$)') && { maxLength: 253 }),
    ...(pattern.includes('{1,1024}') && { maxLength: 1024 }),
    ...(pattern.includes('(?=.*[1-9])') && {
      allOf: [{ pattern: pattern.includes('|0(') || pattern.includes('(?:0(') ? '[1-9]|^0' : '[1-9]' }],
    }),
  };
}
