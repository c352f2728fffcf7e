import type { JsonSchema } from '@kubewright/runtime/internal/api';
import { memberOf } from '@kubewright/runtime/internal/base';
import type { StatusCause } from '@kubewright/runtime/internal/client';
import { isObject, type JsonObject, sameJson } from '../json.ts';
import { scalarProblems } from './scalar-problems.ts';

/** One problem of an object. */
export type Problem = Required<StatusCause>;

/** Problems that prevent the evaluation of rules. */
const blocking: ReadonlySet<string> = new Set([
  ...[
    'FieldValueRequired',
    'FieldValueTypeInvalid',
    'FieldValueTooLong',
    'FieldValueTooMany',
    'FieldValueNotSupported',
  ],
]);

/** Everything that a CRD's schema refuses in an object; its CEL rules are not evaluated. In the API server's words. */
export function problemsOf(object: JsonObject, schema: JsonSchema): readonly Problem[] {
  const { metadata: _metadata, ...properties } = schema.properties ?? {};
  const problems = [...check(object, { ...schema, properties }, '')];
  if (!problems.some(({ reason }) => blocking.has(reason)) || !hasRules(schema)) return problems;
  const message =
    'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing ' +
    'errors to complete validation';
  return [...problems, { reason: 'FieldValueInvalid', message, field: '<nil>' }];
}

function check(value: unknown, schema: JsonSchema, path: string): readonly Problem[] {
  const problems = typeProblems(value, schema, path);
  if (problems.length > 0) return problems;
  if (Array.isArray(value)) return checkList(value, schema, path);
  if (isObject(value)) return checkObject(value, schema, path);
  return scalarProblems(value, schema, path);
}

function typeProblems(value: unknown, schema: JsonSchema, path: string): readonly Problem[] {
  const type = schema['x-kubernetes-int-or-string'] === true ? 'integer,string' : schema.type;
  const is = typeOf(value);
  const fits = (one: string): boolean => one === is || (one === 'number' && is === 'integer');
  if (type === undefined || type.split(',').some(fits) || (value === null && schema.nullable === true)) return [];
  const message = `Invalid value: ${JSON.stringify(is)}: ${path} in body must be of type ${type}: ${JSON.stringify(is)}`;
  const problem = { reason: 'FieldValueTypeInvalid', message, field: path };
  if (type !== 'integer' || is !== 'number') return [problem];
  const checked = `Invalid value: "": Checked value must be of type integer (default format) in ${path}`;
  return [problem, { reason: 'FieldValueInvalid', message: checked, field: '<nil>' }];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function checkObject(value: JsonObject, schema: JsonSchema, path: string): readonly Problem[] {
  const { properties = {}, additionalProperties, required = [], minProperties = 0, maxProperties = Infinity } = schema;
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const count = Object.keys(value).length;
  const missing = required.filter((name) => memberOf(value, name) === undefined);
  return [
    ...missing.map((name) => ({ reason: 'FieldValueRequired', message: 'Required value', field: at(name) })),
    ...(count < minProperties ? [tooFew(path, { count, minimum: minProperties, what: 'properties' })] : []),
    ...(count > maxProperties ? [tooMany(path, { count, maximum: maxProperties, what: 'items' })] : []),
    ...Object.entries(value).flatMap(([name, member]) => {
      const type = memberOf(properties, name) ?? additionalProperties;
      return type === undefined ? [] : check(member, type, at(name));
    }),
  ];
}

function checkList(list: readonly unknown[], schema: JsonSchema, path: string): readonly Problem[] {
  const { items, minItems = 0, maxItems = Infinity } = schema;
  const count = list.length;
  return [
    ...(count < minItems ? [tooFew(path, { count, minimum: minItems, what: 'items' })] : []),
    ...(count > maxItems ? [tooMany(path, { count, maximum: maxItems, what: 'items' })] : []),
    ...(items === undefined ? [] : list.flatMap((item, index) => check(item, items, `${path}[${index}]`))),
    ...duplicates(list, schema, path),
  ];
}

function duplicates(list: readonly unknown[], schema: JsonSchema, path: string): readonly Problem[] {
  const keys = schema['x-kubernetes-list-map-keys'];
  const type = schema['x-kubernetes-list-type'] ?? 'atomic';
  if (type === 'atomic') return [];
  const ids = list.map((item) => (keys === undefined ? item : pick(item, keys)));
  return ids.flatMap((id, index) => {
    if (ids.findIndex((other) => sameJson(id, other)) === index) return [];
    const message = `Duplicate value: ${JSON.stringify(id)}`;
    return [{ reason: 'FieldValueDuplicate', message, field: `${path}[${index}]` }];
  });
}

function pick(item: unknown, keys: readonly string[]): unknown {
  return isObject(item) ? Object.fromEntries(keys.map((key) => [key, memberOf(item, key)])) : item;
}

function tooFew(path: string, { count, minimum, what }: { count: number; minimum: number; what: string }): Problem {
  const message = `Invalid value: ${count}: ${path} in body should have at least ${minimum} ${what}`;
  return { reason: 'FieldValueInvalid', message, field: path };
}

function tooMany(path: string, { count, maximum, what }: { count: number; maximum: number; what: string }): Problem {
  return {
    reason: 'FieldValueTooMany',
    message: `Too many: ${count}: must have at most ${maximum} ${what}`,
    field: path,
  };
}

function hasRules(schema: JsonSchema): boolean {
  if (schema['x-kubernetes-validations'] !== undefined) return true;
  const below = [schema.items, schema.additionalProperties, ...Object.values(schema.properties ?? {})];
  return below.some((each) => each !== undefined && hasRules(each));
}
