import { isRecord, getMember } from '../base/index.ts';
import { isEqualJson } from '../reconcile/compare/index.ts';

/** An optional value: a list of one item, or an empty one. */
type OptionalValue = readonly [] | readonly [unknown];

/**
 * The steps from one JSON value to another, field by field. A leaf has the old and the new value:
 * `{"size":[[3],["3.0"]]}`. A list is a leaf.
 */
export type Difference = readonly [was: OptionalValue, is: OptionalValue] | { readonly [field: string]: Difference };

/** The difference from `was` to `is`; `undefined` if they are equal. */
export function computeDifference(was: unknown, is: unknown): Difference | undefined {
  if (!isRecord(was) || !isRecord(is))
    return isEqualJson(was, is) ? undefined : [toOptionalValue(was), toOptionalValue(is)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const below = names.flatMap((name) => {
    const difference = computeDifference(getMember(was, name), getMember(is, name));
    return difference === undefined ? [] : [[name, difference] as const];
  });
  return below.length === 0 ? undefined : Object.fromEntries(below);
}

/**
 * Sets each part of `value` that still has the old value of the difference to the new one. Any other part stays,
 * because a client has changed it.
 */
export function applyDifference(value: unknown, difference: Difference): unknown {
  if (isLeaf(difference)) {
    const [[was], [is]] = difference;
    return isEqualJson(value, was) ? is : value;
  }
  if (!isRecord(value)) return value;
  const changed = Object.entries(difference).map(([name, below]) => [
    name,
    applyDifference(getMember(value, name), below),
  ]);
  const members = new Map([...Object.entries(value), ...(changed as [string, unknown][])]);
  return Object.fromEntries([...members].filter(([, member]) => member !== undefined));
}

/**
 * Applies the difference to `value`, as a whole if the result is accepted. Otherwise applies the parts whose result is
 * accepted, from the outer fields to the inner ones.
 */
export function mergeDifference(
  value: unknown,
  difference: Difference,
  isAccepted: (candidate: unknown) => boolean,
): unknown {
  const whole = applyDifference(value, difference);
  if (isEqualJson(whole, value)) return value;
  if (isAccepted(whole)) return whole;
  return splitDifference(difference).reduce((before, part) => mergeDifference(before, part, isAccepted), value);
}

/** Splits a difference where it first branches; returns none if it does not branch. */
function splitDifference(difference: Difference): readonly Difference[] {
  if (isLeaf(difference)) return [];
  const fields = Object.entries(difference);
  const [only] = fields;
  if (only === undefined || fields.length > 1) return fields.map((field) => Object.fromEntries([field]));
  return splitDifference(only[1]).map((part) => Object.fromEntries([[only[0], part]]));
}

/** Far more than the levels of a schema, and far fewer than a call stack allows. */
const mostLevels = 1000;

/** Whether a value has the form of a difference: users can edit annotations. */
export function isDifference(value: unknown, levels: number = mostLevels): value is Difference {
  if (isRecord(value)) return levels > 0 && Object.values(value).every((below) => isDifference(below, levels - 1));
  return Array.isArray(value) && value.length === 2 && value.every((side) => Array.isArray(side) && side.length <= 1);
}

function isLeaf(difference: Difference): difference is readonly [OptionalValue, OptionalValue] {
  return Array.isArray(difference);
}

function toOptionalValue(value: unknown): OptionalValue {
  return value === undefined ? [] : [value];
}
