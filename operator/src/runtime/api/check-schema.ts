import type { JsonSchema } from './json-schema.ts';
import { isRe2 } from './re2.ts';
import { refusedValue } from './refused-value.ts';

/** Something wrong in a declaration: where, and what. */
export interface Problem {
  readonly path: string;
  readonly text: string;
}

/** What a property may be called so that every generator can carry it. */
const propertyName = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** All that the API server (or a generator of ours) would refuse in a schema. */
export function checkSchema(schema: JsonSchema, path: string): readonly Problem[] {
  return [
    ...checkBounds(schema, path),
    ...checkText(schema, path),
    ...checkDefault(schema, path),
    ...checkRules(schema, path),
    ...checkList(schema, path),
    ...checkChildren(schema, path),
  ];
}

function checkBounds(schema: JsonSchema, path: string): Problem[] {
  const pairs = [
    ['minimum', schema.minimum, 'maximum', schema.maximum],
    ['minLength', schema.minLength, 'maxLength', schema.maxLength],
    ['minItems', schema.minItems, 'maxItems', schema.maxItems],
    ['minProperties', schema.minProperties, 'maxProperties', schema.maxProperties],
  ] as const;
  return pairs.flatMap(([low, min, high, max]) =>
    min !== undefined && max !== undefined && min > max
      ? [{ path, text: `${low} ${String(min)} is above ${high} ${String(max)}` }]
      : [],
  );
}

function checkText(schema: JsonSchema, path: string): Problem[] {
  const problems: Problem[] = [];
  const { pattern } = schema;
  if (pattern !== undefined && !isRe2(pattern)) {
    problems.push({ path, text: `pattern ${pattern} is not an RE2 expression (no look-around, no back references)` });
  }
  if (schema.enum && new Set(schema.enum).size !== schema.enum.length) {
    problems.push({ path, text: 'enum names a value twice' });
  }
  return problems;
}

function checkDefault(schema: JsonSchema, path: string): Problem[] {
  if (schema.default === undefined) return [];
  const wrong = refusedValue(schema, schema.default);
  return wrong === undefined ? [] : [{ path, text: `the default ${JSON.stringify(schema.default)} ${wrong}` }];
}

function checkRules(schema: JsonSchema, path: string): Problem[] {
  return (schema['x-kubernetes-validations'] ?? []).flatMap((rule) => {
    if (rule.rule.trim() === '') return [{ path, text: 'a rule is empty' }];
    if (rule.message?.includes('\n') === true)
      return [{ path, text: `the message of rule ${rule.rule} holds a newline` }];
    return [];
  });
}

function checkList(schema: JsonSchema, path: string): Problem[] {
  const keys = schema['x-kubernetes-list-map-keys'];
  const type = schema['x-kubernetes-list-type'];
  if (type === 'set') return holdsScalars(schema) ? [] : [{ path, text: "a list of type 'set' holds scalars only" }];
  if (type !== 'map') return keys === undefined ? [] : [{ path, text: "only a list of type 'map' has keys" }];
  if (keys === undefined || keys.length === 0) return [{ path, text: "a list of type 'map' needs keys" }];
  const twice = new Set(keys).size === keys.length ? [] : [{ path, text: 'keys name a property twice' }];
  return [...twice, ...[...new Set(keys)].flatMap((key) => checkKey(schema.items ?? {}, key, path))];
}

/** Or atomic lists: what is compared as a whole. */
function holdsScalars({ items = {} }: JsonSchema): boolean {
  return items.type !== 'object' || items['x-kubernetes-map-type'] === 'atomic';
}

function checkKey(items: JsonSchema, key: string, path: string): Problem[] {
  const property = items.properties?.[key];
  if (property === undefined) return [{ path, text: `key ${key} is no property of the items` }];
  if (property.type === 'object' || property.type === 'array') return [{ path, text: `key ${key} is no scalar` }];
  const present = items.required?.includes(key) === true || property.default !== undefined;
  return present ? [] : [{ path, text: `key ${key} must be required or have a default` }];
}

function checkChildren(schema: JsonSchema, path: string): Problem[] {
  return [
    ...(schema.items ? checkSchema(schema.items, `${path}[]`) : []),
    ...(schema.additionalProperties ? checkSchema(schema.additionalProperties, `${path}{}`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
      ...(propertyName.test(name) ? [] : [{ path, text: `property name ${JSON.stringify(name)} is no identifier` }]),
      ...checkSchema(property, `${path}.${name}`),
    ]),
  ];
}
