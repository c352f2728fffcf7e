import fc from 'fast-check';

import type { JsonSchema } from '@kubewright/runtime/internal/api';

/** Any number that a schema allows. Of `-0` JSON knows nothing. */
export function arbitraryNumber(schema: JsonSchema): fc.Arbitrary<number> {
  const { type, multipleOf } = schema;
  if (type === 'integer' || multipleOf !== undefined) return arbitraryMultiple(schema, multipleOf ?? 1);
  const { minimum: min, maximum: max, exclusiveMinimum, exclusiveMaximum } = schema;
  const bounds = {
    ...(min !== undefined && { min, minExcluded: exclusiveMinimum === true }),
    ...(max !== undefined && { max, maxExcluded: exclusiveMaximum === true }),
  };
  const fraction = fc.double({ ...bounds, noNaN: true, noDefaultInfinity: true });
  return fraction.map(withoutSign);
}

function arbitraryMultiple(schema: JsonSchema, step: number): fc.Arbitrary<number> {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, format } = schema;
  const most = format === 'int32' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  const lowest = format === 'int32' ? -(2 ** 31) : Number.MIN_SAFE_INTEGER;
  const least = Math.ceil(Math.max(minimum, lowest) / step);
  const greatest = Math.floor(Math.min(maximum, most) / step);
  const min = exclusiveMinimum === true && least * step === minimum ? least + 1 : least;
  const max = exclusiveMaximum === true && greatest * step === maximum ? greatest - 1 : greatest;
  const any = { weight: 9, arbitrary: fc.integer({ min, max }) };
  // What breaks at a bound is shown with a smaller number if it breaks there, too.
  const bound = { weight: 1, arbitrary: fc.constantFrom(min, max) };
  return fc.oneof({ withCrossShrink: true }, any, bound).map((factor) => withoutSign(factor * step));
}

function withoutSign(value: number): number {
  return value === 0 ? 0 : value;
}
