import { isRecord, getMember } from '../base/index.ts';
import { isEqualJson } from '../reconcile/compare/index.ts';

/** A value, as a list with one item; an absent value is an empty list. */
type OptionalValue = readonly [] | readonly [unknown];

/**
 * The changes from one JSON value to another, field by field. A leaf has the old and the new value:
 * `{"size":[[3],["3.0"]]}`. A list is a leaf.
 */
export type Difference = readonly [was: OptionalValue, is: OptionalValue] | { readonly [field: string]: Difference };

/** Computes the changes from `was` to `is`; `undefined` if they are equal. */
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
 * Changes each part of `value` that still has the old value of the difference to the new value. Keeps other parts,
 * because a client has changed them.
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
 * Applies the whole difference to `value` if `isAccepted` allows the result; otherwise only the parts whose result it
 * allows, from outer to inner fields.
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

/** Splits a difference where it first branches; returns an empty list if it does not branch. */
function splitDifference(difference: Difference): readonly Difference[] {
  if (isLeaf(difference)) return [];
  const fields = Object.entries(difference);
  const [only] = fields;
  if (only === undefined || fields.length > 1) return fields.map((field) => Object.fromEntries([field]));
  return splitDifference(only[1]).map((part) => Object.fromEntries([[only[0], part]]));
}

/** Maximum depth of a difference: far more than the levels of a schema, and far fewer than the call stack allows. */
const mostLevels = 1000;

/** Whether a value has the structure of a difference. Users can edit the annotation that holds it. */
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
