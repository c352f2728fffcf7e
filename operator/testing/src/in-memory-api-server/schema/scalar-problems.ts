import { isEqualJson } from '@kubewright/runtime/internal/reconcile/compare';
import type { CrdSchema } from '@kubewright/runtime/internal/base';

import { noField, type Problem } from './problem.ts';

export function findTypeProblems(value: unknown, schema: CrdSchema, field: string): readonly Problem[] {
  const is = getTypeName(value);
  const type = schema['x-kubernetes-int-or-string'] === true ? 'integer,string' : schema.type;
  if (type === undefined || isOfType(is, type) || (value === null && schema.nullable === true)) return [];
  const format = findKnownFormat(schema);
  // For a string with a format, the API server accepts a list, and errors about other types name the format.
  if (type === 'string' && format !== undefined && is === 'array') return [];
  return [buildWrongType([type, is], format, field)];
}

function buildWrongType([type, is]: [string, string], format: string | undefined, field: string): Problem {
  const isNamed = format === undefined || ['null', 'string', 'array'].includes(is);
  const [wanted, found] = isNamed ? [type, is] : [format, goFormats[is] ?? ''];
  const text = JSON.stringify(found);
  const message = `Invalid value: ${text}: ${field} in body must be of type ${wanted}: ${text}`;
  return { reason: 'FieldValueTypeInvalid', message, field };
}

const goFormats: Readonly<Record<string, string>> = { integer: 'int64', number: 'float64' };

function isOfType(is: string, type: string): boolean {
  return type.split(',').some((one) => one === is || (one === 'number' && is === 'integer'));
}

function getTypeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

const formats: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
  string: ['date-time', 'byte', 'email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname', 'date', 'duration', 'password'],
};

/** Returns the format if the API server validates it; it ignores all others. */
function findKnownFormat({ type = 'string', format }: CrdSchema): string | undefined {
  return format !== undefined && formats[type]?.includes(format) === true ? format : undefined;
}

/** Finds violations of bounds, format and enum, regardless of the value's type. */
export function findScalarProblems(value: unknown, schema: CrdSchema, path: string): readonly Problem[] {
  const ofNumber = typeof value === 'number' ? findNumberProblems(value, schema, path) : [];
  const ofText = typeof value === 'string' ? findTextProblems(value, schema, path) : [];
  return [...ofNumber, ...ofText, ...findEnumProblems(value, schema, path)];
}

function findNumberProblems(value: number, schema: CrdSchema, path: string): readonly Problem[] {
  const { minimum = -Infinity, maximum = Infinity, multipleOf = 0 } = schema;
  const [aboveOnly, belowOnly] = [schema.exclusiveMinimum === true, schema.exclusiveMaximum === true];
  const isLow = value < minimum || (aboveOnly && value === minimum);
  const isHigh = value > maximum || (belowOnly && value === maximum);
  const isOdd = multipleOf !== 0 && value % multipleOf !== 0;
  const problems = [
    ...textIf(isLow, `should be greater than ${formatOrEqual(aboveOnly)}${minimum}`),
    ...textIf(isHigh, `should be less than ${formatOrEqual(belowOnly)}${maximum}`),
    ...textIf(isOdd, `should be a multiple of ${multipleOf}`),
  ];
  return [...findRangeProblems(value, schema, path), ...problems.map((problem) => buildInvalid(path, value, problem))];
}

/** Finds an integer outside of the range of its format, which the API server reports separately and without a field. */
function findRangeProblems(value: number, schema: CrdSchema, path: string): readonly Problem[] {
  if (schema.type !== 'integer') return [];
  const format = findKnownFormat(schema);
  const bits = format === 'int32' ? 31 : 63;
  if (Number.isInteger(value) && value >= -(2 ** bits) && value < 2 ** bits) return [];
  const kind = format === undefined ? 'integer (default format)' : `integer with format ${format}`;
  const message = `Invalid value: "": Checked value must be of type ${kind} in ${path}`;
  return [{ reason: 'FieldValueInvalid', message, field: noField }];
}

function textIf(is: boolean, text: string): readonly string[] {
  return is ? [text] : [];
}

function formatOrEqual(isExclusive: boolean): string {
  return isExclusive ? '' : 'or equal to ';
}

/** Finds the first violated bound of a string, as the API server reports only the first, and a wrong format. */
function findTextProblems(value: string, schema: CrdSchema, field: string): readonly Problem[] {
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  const format = findKnownFormat(schema) ?? '';
  const ofFormat = checkedFormats[format]?.(value) === false ? [buildWrongFormat(value, format, field)] : [];
  const long = { reason: 'FieldValueTooLong', message: `Too long: may not be more than ${maxLength} bytes`, field };
  if (countCodePoints(value) > maxLength) return [long, ...ofFormat];
  if (countCodePoints(value) < minLength) {
    return [buildInvalid(field, value, `should be at least ${minLength} chars long`), ...ofFormat];
  }
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return ofFormat;
  return [buildInvalid(field, value, `should match '${pattern}'`), ...ofFormat];
}

function findEnumProblems(value: unknown, { enum: allowed }: CrdSchema, field: string): readonly Problem[] {
  if (allowed === undefined || allowed.some((each) => each !== null && isEqualJson(each, value))) return [];
  const values = allowed.map((each) => JSON.stringify(typeof each === 'string' ? each : JSON.stringify(each)));
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${values.join(', ')}`;
  return [{ reason: 'FieldValueNotSupported', message, field }];
}

function buildInvalid(field: string, value: unknown, problem: string): Problem {
  const message = `Invalid value: ${JSON.stringify(value)}: ${field} in body ${problem}`;
  return { reason: 'FieldValueInvalid', message, field };
}

function buildWrongFormat(value: string, format: string, field: string): Problem {
  const text = JSON.stringify(value);
  const message = `Invalid value: ${text}: ${field} in body must be of type ${format}: ${text}`;
  return { reason: 'FieldValueTypeInvalid', message, field };
}

/** Counts code points like Go, not UTF-16 units. */
function countCodePoints(text: string): number {
  return text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, ' ').length;
}

const checkedFormats: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': isDateTime,
  byte: (text) => /^([\w+/]{4})*([\w+/]{2}==|[\w+/]{3}=|[\w+/]{4})$/.test(text) && !text.includes('_'),
};

function isDateTime(text: string): boolean {
  const hasForm = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(text);
  return hasForm && !Number.isNaN(Date.parse(text.toUpperCase())) && !/[Tt]24/.test(text);
}
