import { checkNumberFormat } from './formats.ts';
import type { JsonSchema } from '../base/index.ts';
import type { Problem } from './crd.ts';

const pairs = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const;
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const;
const numbers = ['minimum', 'maximum'] as const;

export function checkBounds(schema: JsonSchema, path: string): Problem[] {
  return [
    ...findContradictions(schema),
    ...findWrongCounts(schema),
    ...findWrongNumbers(schema),
    ...openWithoutBound(schema),
  ].map((text) => ({ path, text }));
}

function findContradictions(schema: JsonSchema): string[] {
  return pairs.flatMap(([low, high]) => {
    const [min, max] = [schema[low], schema[high]];
    const wrong = min !== undefined && max !== undefined && min > max;
    return wrong ? [`${low} ${String(min)} is above ${high} ${String(max)}`] : [];
  });
}

function findWrongCounts(schema: JsonSchema): string[] {
  return counts.flatMap((name) => {
    const count = schema[name];
    const right = count === undefined || (Number.isSafeInteger(count) && count >= 0);
    return right ? [] : [`${name} ${String(count)} is not a count: write 0, 1, 2, ...`];
  });
}

/** Finds bounds that the API server accepts, although it then rejects every object because of them. */
function findWrongNumbers(schema: JsonSchema): string[] {
  const { multipleOf } = schema;
  const outside = numbers.flatMap((name) => {
    const value = schema[name];
    const wrong = value === undefined ? undefined : (checkNumberFormat(schema, value) ?? checkComparable(value));
    return wrong === undefined ? [] : [`${name} ${String(value)} ${wrong}`];
  });
  // For integers the API server drops the fraction of `multipleOf`: with 1.5 it accepts 2, with 0.5 it rejects 1.
  const countable = multipleOf === undefined || (Number.isInteger(multipleOf) && multipleOf > 0);
  return [
    ...outside,
    ...(countable ? [] : [`multipleOf ${String(multipleOf)} is not a positive whole number: use a CEL rule instead`]),
  ];
}

function checkComparable(bound: number): string | undefined {
  return Math.abs(bound) < 2 ** 63 ? undefined : 'is out of range for the API server: remove it';
}

function openWithoutBound(schema: JsonSchema): string[] {
  return [
    ...(schema.exclusiveMinimum === true && schema.minimum === undefined
      ? ['exclusiveMinimum has no effect without minimum: add minimum']
      : []),
    ...(schema.exclusiveMaximum === true && schema.maximum === undefined
      ? ['exclusiveMaximum has no effect without maximum: add maximum']
      : []),
  ];
}
