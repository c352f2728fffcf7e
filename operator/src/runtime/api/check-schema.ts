import type { JsonSchema } from './json-schema.ts';

/** Something wrong in a declaration: where, and what. */
export interface Problem {
  readonly path: string;
  readonly text: string;
}

/** What RE2 cannot read, though JavaScript can. */
const notRe2 = /\(\?<?[=!]|\\[1-9]|\\k</;

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
  if (pattern !== undefined && (notRe2.test(pattern) || !isExpression(pattern))) {
    problems.push({ path, text: `pattern ${pattern} is not an RE2 expression (no look-around, no back references)` });
  }
  if (schema.enum && new Set(schema.enum).size !== schema.enum.length) {
    problems.push({ path, text: 'enum names a value twice' });
  }
  return problems;
}

function isExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false; // the message of the caller says all there is to say
  }
}

function checkDefault(schema: JsonSchema, path: string): Problem[] {
  if (schema.default === undefined) return [];
  const wrong = refuses(schema, schema.default);
  return wrong === undefined ? [] : [{ path, text: `the default ${JSON.stringify(schema.default)} ${wrong}` }];
}

/** Why `value` does not fit a scalar schema. Objects and lists are left to the API server. */
function refuses(schema: JsonSchema, value: unknown): string | undefined {
  if (schema.enum && !schema.enum.includes(value)) return `is none of ${schema.enum.join(', ')}`;
  if (schema.type === 'integer' && !Number.isInteger(value)) return 'is no integer';
  if (schema.type !== undefined && !isOfType(schema.type, value)) return `is no ${schema.type}`;
  if (typeof value === 'number') return refusesNumber(schema, value);
  if (typeof value === 'string') return refusesString(schema, value);
  return undefined;
}

function isOfType(type: NonNullable<JsonSchema['type']>, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === (type === 'integer' ? 'number' : type);
}

function refusesNumber(schema: JsonSchema, value: number): string | undefined {
  if (schema.minimum !== undefined && value < schema.minimum) return `is below ${String(schema.minimum)}`;
  if (schema.maximum !== undefined && value > schema.maximum) return `is above ${String(schema.maximum)}`;
  return undefined;
}

function refusesString(schema: JsonSchema, value: string): string | undefined {
  if (schema.minLength !== undefined && value.length < schema.minLength)
    return `is shorter than ${String(schema.minLength)}`;
  if (schema.maxLength !== undefined && value.length > schema.maxLength)
    return `is longer than ${String(schema.maxLength)}`;
  if (schema.pattern !== undefined && isExpression(schema.pattern) && !new RegExp(schema.pattern, 'u').test(value)) {
    return `does not match ${schema.pattern}`;
  }
  return undefined;
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
  if (type === 'map' && keys === undefined) return [{ path, text: "a list of type 'map' needs keys" }];
  if (type === 'set' && schema.items?.properties) return [{ path, text: "a list of type 'set' holds scalars only" }];
  return (keys ?? []).flatMap((key) => {
    const property = schema.items?.properties?.[key];
    if (property === undefined) return [{ path, text: `key ${key} is no property of the items` }];
    const present = schema.items?.required?.includes(key) === true || property.default !== undefined;
    return present ? [] : [{ path, text: `key ${key} must be required or have a default` }];
  });
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
