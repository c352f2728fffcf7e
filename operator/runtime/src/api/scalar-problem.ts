import { isNotInFormat, checkNumberFormat } from './formats.ts';
import type { JsonSchema } from '../base/index.ts';
import { isRe2 } from './re2.ts';

/** Why `value` has the wrong type or is a scalar that does not fit; `undefined` if it fits. */
export function findScalarProblem(schema: JsonSchema, value: unknown): string | undefined {
  if (schema.enum && !schema.enum.includes(value)) return `is not one of ${schema.enum.join(', ')}`;
  if (!isOfType(schema, value)) return `is not of type ${schema.type ?? 'integer or string'}`;
  if (typeof value === 'number') return findNumberProblem(schema, value);
  if (typeof value === 'string') return findStringProblem(schema, value);
  return undefined;
}

function isOfType({ type }: JsonSchema, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === undefined) return Number.isInteger(value) || typeof value === 'string';
  return typeof value === type;
}

function findNumberProblem(schema: JsonSchema, value: number): string | undefined {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const reasons: readonly (readonly [boolean, string])[] = [
    [value < minimum, `is below ${String(minimum)}`],
    [value > maximum, `is above ${String(maximum)}`],
    [exclusiveMinimum === true && value === minimum, `is not above ${String(minimum)}`],
    [exclusiveMaximum === true && value === maximum, `is not below ${String(maximum)}`],
    [multipleOf !== undefined && !Number.isInteger(value / multipleOf), `is not a multiple of ${String(multipleOf)}`],
  ];
  return reasons.find(([refused]) => refused)?.[1] ?? checkNumberFormat(schema, value);
}

function findStringProblem(schema: JsonSchema, value: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema;
  // Counts code points like Go's runes, not UTF-16 units.
  const length = Array.from(value).length;
  if (length < minLength) return `is shorter than ${String(minLength)}`;
  if (length > maxLength) return `is longer than ${String(maxLength)}`;
  if (pattern !== undefined && isRe2(pattern) && !new RegExp(pattern, 'u').test(value)) {
    return `does not match ${pattern}`;
  }
  return format !== undefined && isNotInFormat(format, value) ? `is not a valid ${format}` : undefined;
}
