import { formatPattern } from '../plan/index.ts';
import type { DeclaredSetting, OperatorDeclaration } from '../declaration/index.ts';
import { environmentGroup, isRecord, type JsonSchema, jsonSchemaOf } from '../options/index.ts';
import { readYaml } from '../yaml/index.ts';
import { withoutLookahead, withoutUnions } from './helms-schema.ts';
import { formerSwitches, renamedValues } from './renamed-values.ts';
import { chartValues } from './values.ts';
import { commentsIn, settable } from './values-file.ts';

const environmentSchema = jsonSchemaOf(environmentGroup, { described: false });

type Schemas = Record<string, JsonSchema>;

/**
 * Pure: the JSON Schema of the values: of those that are in the values file, with its comments. Values that the templates refuse
 * with what to set instead are allowed here.
 *
 * @param file the text of values.yaml
 */
export function valuesSchema(declaration: OperatorDeclaration, file: string): JsonSchema {
  const [defaults] = readYaml([file]);
  const comments = commentsIn(file);
  const name = { type: ['string', 'null'], maxLength: 47 };
  const root: JsonSchema = group({ nameOverride: name, fullnameOverride: name });
  for (const { value, option, schema = (same: JsonSchema): JsonSchema => same } of chartValues) {
    const usual = valueAt(defaults, value);
    if (usual === undefined) continue;
    const own = { settings: settingsSchema(declaration), controllers: controllersSchema(declaration) }[value];
    setAt(root, value, orUnset(own ?? schema(optionSchema(option)), usual));
  }
  for (const [path, instead] of Object.entries(renamedValues))
    setAt(root, path, { description: `Refused: ${instead}.` });
  for (const path of Object.keys(formerSwitches)) allowSwitch(root, path);
  setAt(root, 'enabled', {
    type: 'boolean',
    description: 'For the condition of a parent chart. This chart ignores it.',
  });
  setAt(root, 'global', { type: 'object', description: 'Values of a parent chart. This chart ignores them.' });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: declaration.name,
    ...(withoutUnions(withoutLookahead(described(root, '', comments))) as object),
  };
}

/** Pure: the schema of an option of an environment, by its path. The first alternative that has a property counts. */
function optionSchema(path: string): JsonSchema {
  return path.split('.').reduce<JsonSchema>((found, key) => {
    const alternatives = [found, ...((found['anyOf'] ?? []) as JsonSchema[])];
    const next = alternatives.map(propertiesOf).find((properties) => key in properties)?.[key];
    if (next === undefined) throw new Error(`an environment has no option ${path}`);
    return next;
  }, environmentSchema);
}

function propertiesOf(schema: JsonSchema): Schemas {
  return isRecord(schema['properties']) ? (schema['properties'] as Schemas) : {};
}

/** A map of values. null, or a missing one, is as if each had its default. */
function group(properties: Schemas = {}): JsonSchema {
  return { type: ['object', 'null'], properties, additionalProperties: false };
}

function setAt(schema: JsonSchema, path: string, value: JsonSchema): void {
  const [key = '', ...others] = path.split('.');
  const properties = propertiesOf(schema);
  if (others.length === 0) {
    properties[key] = value;
    return;
  }
  const inner = (properties[key] ??= group());
  // A group that is refused as a whole needs no more than that.
  if (isRecord(inner['properties'])) setAt(inner, others.join('.'), value);
}

function valueAt(from: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => (isRecord(found) ? found[key] : undefined), from);
}

/** What stands for "not set" is allowed as well: null, and the empty string and the empty list where they are the default. */
function orUnset(schema: JsonSchema, usual: unknown): JsonSchema {
  const { minItems, pattern, ...others } = schema;
  const values = others['enum'];
  const type = others['type'];
  return {
    ...others,
    ...(minItems !== undefined && !Array.isArray(usual) && { minItems }),
    ...(typeof pattern === 'string' && { pattern: usual === '' ? `^$|${pattern}` : pattern }),
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
    ...(Array.isArray(others['anyOf']) && { anyOf: [...(others['anyOf'] as unknown[]), { type: 'null' }] }),
  };
}

function allowSwitch(root: JsonSchema, path: string): void {
  const keys = path.split('.');
  const key = keys.pop() ?? '';
  const properties = keys.reduce<Schemas>((found, each) => propertiesOf(found[each] ?? {}), propertiesOf(root));
  const inner = properties[key];
  if (inner !== undefined) properties[key] = { ...inner, type: ['object', 'null', 'boolean', 'string'] };
}

function described(schema: JsonSchema, path: string, comments: ReadonlyMap<string, string>): JsonSchema {
  const comment = comments.get(path);
  const properties = Object.entries(propertiesOf(schema)).map(
    ([key, each]) => [key, described(each, path === '' ? key : `${path}.${key}`, comments)] as const,
  );
  return {
    ...(comment !== undefined && { description: comment }),
    ...schema,
    ...(isRecord(schema['properties']) && { properties: Object.fromEntries(properties) }),
  };
}

function controllersSchema({ controllers }: OperatorDeclaration): JsonSchema {
  return { type: 'array', items: { enum: controllers.map(({ name }) => name) } };
}

function settingsSchema(declaration: OperatorDeclaration): JsonSchema {
  const schemas = settable(declaration).map(
    (setting) => [setting.name, orUnset(settingSchema(setting), null)] as const,
  );
  return { type: 'object', properties: Object.fromEntries(schemas), additionalProperties: false };
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
