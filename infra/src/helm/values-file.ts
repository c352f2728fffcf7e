import { getAt, isRecord } from '@kubewright/declaration';

import type { DeclaredSetting, OperatorDeclaration } from '../declaration/index.ts';
import { environmentGroup, type JsonSchema, toJsonSchema } from '../options/index.ts';
import { getFormatPattern, formatImageReference, listSettable } from '../plan/index.ts';
import { readYaml } from '../yaml/read-yaml.ts';
import { chartValues, formerSwitches, renamedValues, setAt } from './values.ts';

/**
 * Pure: values.yaml of an operator: the one in `infra/helm` without values for undeclared features, and with the
 * operator's image, controllers and settings.
 */
export function renderValuesFile(source: string, declaration: OperatorDeclaration): string {
  const names = declaration.controllers.map(({ name }) => name).join(', ');
  return removeUndeclared(source, declaration)
    .replace('repository: ""', `repository: ${findPublishedRepository(declaration) ?? '""'}`)
    .replace('of CONTROLLERS.', `of ${names}.`)
    .replace('settings: {}\n', `settings: {}\n${listSettable(declaration).map(renderSettingLines).join('')}`);
}

/** The repository of our published image; `undefined` for another operator. */
function findPublishedRepository(declaration: OperatorDeclaration): string | undefined {
  try {
    return formatImageReference(declaration).replace(/:[^:/]*$/, '');
  } catch {
    return undefined;
  }
}

/** Pure: whether the operator serves webhooks or conversions. */
export function hasServedWebhooks({ webhooks = [], apis }: OperatorDeclaration): boolean {
  return webhooks.length > 0 || apis.some(({ conversion }) => conversion !== undefined);
}

function removeUndeclared(source: string, declaration: OperatorDeclaration): string {
  const has = { webhooks: hasServedWebhooks(declaration), dashboard: declaration.dashboard !== undefined };
  return source.replaceAll(
    /^#:if (webhooks|dashboard)\n([^]*?)^#:end\n/gm,
    (_, what: keyof typeof has, lines: string) => (has[what] ? lines : ''),
  );
}

function renderSettingLines({ name, description, default: usual, values, type }: DeclaredSetting): string {
  const value = usual ?? { string: values?.[0] ?? '""', list: '[]', boolean: 'false' }[type as string] ?? 0;
  const text = Array.isArray(value) ? JSON.stringify(value) : String(value === '' ? '""' : value);
  return `${description === undefined ? '' : `  # ${description.replaceAll(/\s+/g, ' ')}\n`}  # ${name}: ${text}\n`;
}

/** Pure: the comment above each value of a values file, by path. */
export function parseComments(text: string): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  const open: string[] = [];
  let above: string[] = [];
  for (const line of text.split('\n')) {
    const [, comment] = /^ *# ?(.*)$/.exec(line) ?? [];
    const [, indent = '', key] = /^( *)([A-Za-z]\w*):/.exec(line) ?? [];
    if (comment !== undefined) above.push(comment);
    else if (key !== undefined) {
      open.splice(indent.length / 2, Infinity, key);
      if (above.length > 0) comments.set(open.join('.'), above.join(' '));
    }
    if (comment === undefined) above = [];
  }
  return comments;
}

const environmentSchema = toJsonSchema(environmentGroup, { described: false });

/**
 * Pure: the JSON Schema of the values in the values file, with its comments. Allows values that the templates reject
 * with an alternative.
 *
 * @param file the text of values.yaml
 */
export function buildValuesSchema(declaration: OperatorDeclaration, file: string): JsonSchema {
  const [defaults] = readYaml([file]);
  const root: Record<string, unknown> = {};
  const set = (path: string, schema: JsonSchema): void =>
    setAt(root, `properties.${path.replaceAll('.', '.properties.')}`, schema);
  const declared: Readonly<Record<string, JsonSchema>> = {
    settings: buildSettingsSchema(declaration),
    controllers: { type: 'array', items: { enum: declaration.controllers.map(({ name }) => name) } },
  };
  for (const { value, option, schema = (same: JsonSchema): JsonSchema => same } of chartValues) {
    const usual = getAt(defaults, value);
    if (usual !== undefined) set(value, allowUnset(declared[value] ?? schema(findOptionSchema(option)), usual));
  }
  for (const path of ['nameOverride', 'fullnameOverride']) set(path, { type: ['string', 'null'], maxLength: 47 });
  for (const [path, instead] of Object.entries(renamedValues)) set(path, { description: `Rejected: ${instead}.` });
  set('enabled', { type: 'boolean', description: 'For the condition of a parent chart. This chart ignores it.' });
  set('global', { type: 'object', description: 'Values of a parent chart. This chart ignores them.' });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: declaration.name,
    ...(toHelmSchema(addComments(root, '', parseComments(file))) as object),
  };
}

/**
 * Adds the comments of the values file. A schema with nothing but properties is a map of values: if it is null or
 * missing, each value has its default.
 */
function addComments(schema: JsonSchema, path: string, comments: ReadonlyMap<string, string>): JsonSchema {
  const comment = comments.get(path);
  const properties = Object.entries(getProperties(schema)).map(
    ([key, each]) => [key, addComments(each, path === '' ? key : `${path}.${key}`, comments)] as const,
  );
  const types = ['object', 'null', ...(Object.hasOwn(formerSwitches, path) ? ['boolean', 'string'] : [])];
  return {
    ...(comment !== undefined && { description: comment }),
    ...(Object.keys(schema).join() === 'properties' && { type: types, additionalProperties: false }),
    ...schema,
    ...(isRecord(schema['properties']) && { properties: Object.fromEntries(properties) }),
  };
}

/** Pure: the schema of an environment option, by path. Uses the first alternative that has a property. */
function findOptionSchema(path: string): JsonSchema {
  return path.split('.').reduce<JsonSchema>((found, key) => {
    const alternatives = [found, ...((found['anyOf'] ?? []) as JsonSchema[])];
    const next = alternatives.map(getProperties).find((properties) => key in properties)?.[key];
    if (next === undefined) throw new Error(`an environment has no option ${path}`);
    return next;
  }, environmentSchema);
}

function getProperties(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return isRecord(schema['properties']) ? (schema['properties'] as Record<string, JsonSchema>) : {};
}

/** Also allows unset values: null, and the empty string or list if that is the default. */
function allowUnset(schema: JsonSchema, usual: unknown): JsonSchema {
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

function buildSettingsSchema(declaration: OperatorDeclaration): JsonSchema {
  const schemas = listSettable(declaration).map(
    (setting) => [setting.name, allowUnset(buildSettingSchema(setting), null)] as const,
  );
  return { type: 'object', properties: Object.fromEntries(schemas), additionalProperties: false };
}

function buildSettingSchema(setting: DeclaredSetting): JsonSchema {
  const { type, values, minimum, maximum, description } = setting;
  const text = { type: 'string', ...getPattern(setting) };
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

function getPattern({ type, format }: DeclaredSetting): JsonSchema {
  const pattern = getFormatPattern(format);
  if (pattern !== undefined) return { pattern };
  return type === 'list' ? { pattern: '^[^,]*$' } : {};
}

/**
 * Pure: converts the schema for Helm. Go's regular expressions support neither lookaheads, which this replaces with
 * another pattern or a length, nor more than a thousand repetitions. Alternatives with one type each become one schema
 * with all types, so that Helm prints the expected types in one line.
 */
function toHelmSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toHelmSchema);
  if (!isRecord(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, toHelmSchema(value)]));
  const { anyOf, ...others } = inner;
  if (typeof inner['pattern'] === 'string') return { ...inner, ...removeLookahead(inner['pattern']) };
  const alternatives: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [];
  if (alternatives.length === 0 || !hasDistinctTypes(alternatives)) return inner;
  return alternatives.reduce<JsonSchema>(
    (all, each) => ({ ...all, ...each, type: alternatives.flatMap(({ type }) => type) }),
    others,
  );
}

function removeLookahead(pattern: string): JsonSchema {
  const one = pattern.includes('|0(') || pattern.includes('(?:0(') ? '[1-9]|^0' : '[1-9]';
  return {
    pattern: pattern.replaceAll(/\(\?=[^)]*\)/g, '').replace('{1,1024}', '+'),
    ...(pattern.includes('(?=.{1,253}$)') && { maxLength: 253 }),
    ...(pattern.includes('{1,1024}') && { maxLength: 1024 }),
    ...(pattern.includes('(?=.*[1-9])') && { allOf: [{ pattern: one }] }),
  };
}

/** A keyword such as `pattern` applies to one type, so it keeps its meaning in a schema with several types. */
function hasDistinctTypes(
  alternatives: readonly unknown[],
): alternatives is readonly Readonly<Record<string, unknown>>[] {
  const types = alternatives.flatMap((each) => (isRecord(each) ? [each['type']].flat() : [undefined]));
  const isPlain = alternatives.every((each) => isRecord(each) && !('enum' in each) && !('const' in each));
  return isPlain && types.every((type) => typeof type === 'string') && new Set(types).size === types.length;
}
