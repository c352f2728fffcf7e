import type { JsonSchema } from '@kubewright/runtime/internal/api';
import type { StatusCause } from '@kubewright/runtime/internal/client';

type Problem = Required<StatusCause>;

/** What is wrong with a string, a number or a boolean of the right type. */
export function scalarProblems(value: unknown, schema: JsonSchema, path: string): readonly Problem[] {
  const problems = typeof value === 'number' ? numberProblems(value, schema) : textProblems(value, schema);
  const bounds = problems.map((problem) => invalid(path, value, problem));
  return [...bounds, ...lengthProblems(value, schema, path), ...enumProblems(value, schema, path)];
}

function numberProblems(value: number, schema: JsonSchema): readonly string[] {
  const { minimum = -Infinity, maximum = Infinity, multipleOf = 0 } = schema;
  const [aboveOnly, belowOnly] = [schema.exclusiveMinimum === true, schema.exclusiveMaximum === true];
  const isLow = value < minimum || (aboveOnly && value === minimum);
  const isHigh = value > maximum || (belowOnly && value === maximum);
  const isOdd = multipleOf !== 0 && value % multipleOf !== 0;
  return [
    ...sayIf(isLow, `should be greater than ${orEqual(aboveOnly)}${minimum}`),
    ...sayIf(isHigh, `should be less than ${orEqual(belowOnly)}${maximum}`),
    ...sayIf(isOdd, `should be a multiple of ${multipleOf}`),
  ];
}

function sayIf(is: boolean, text: string): readonly string[] {
  return is ? [text] : [];
}

function orEqual(isExclusive: boolean): string {
  return isExclusive ? '' : 'or equal to ';
}

function textProblems(value: unknown, { minLength = 0, pattern }: JsonSchema): readonly string[] {
  if (typeof value !== 'string') return [];
  return [
    ...(lengthOf(value) < minLength ? [`should be at least ${minLength} chars long`] : []),
    ...(pattern !== undefined && !new RegExp(pattern, 'u').test(value) ? [`should match '${pattern}'`] : []),
  ];
}

function lengthProblems(
  value: unknown,
  { maxLength = Infinity, format }: JsonSchema,
  field: string,
): readonly Problem[] {
  if (typeof value !== 'string') return [];
  const isLong = lengthOf(value) > maxLength;
  const message = `Too long: may not be more than ${maxLength} bytes`;
  return [
    ...(isLong ? [{ reason: 'FieldValueTooLong', message, field }] : []),
    ...(format === 'date-time' && !isDateTime(value) ? [wrongFormat(value, format, field)] : []),
  ];
}

function enumProblems(value: unknown, { enum: allowed }: JsonSchema, field: string): readonly Problem[] {
  if (allowed === undefined || allowed.includes(value)) return [];
  const values = allowed.map((each) => JSON.stringify(each)).join(', ');
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${values}`;
  return [{ reason: 'FieldValueNotSupported', message, field }];
}

function invalid(field: string, value: unknown, problem: string): Problem {
  const message = `Invalid value: ${JSON.stringify(value)}: ${field} in body ${problem}`;
  return { reason: 'FieldValueInvalid', message, field };
}

function wrongFormat(value: string, format: string, field: string): Problem {
  const text = JSON.stringify(value);
  const message = `Invalid value: ${text}: ${field} in body must be of type ${format}: ${text}`;
  return { reason: 'FieldValueTypeInvalid', message, field };
}

/** In characters, not in UTF-16 units. */
function lengthOf(text: string): number {
  return text.replace(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, ' ').length;
}

function isDateTime(text: string): boolean {
  const hasForm = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/.test(text);
  return hasForm && !Number.isNaN(Date.parse(text.toUpperCase())) && !/[Tt]24/.test(text);
}
