import { isRecord, getMember } from '../base/index.ts';
import { isEqualJson } from '../reconcile/compare/index.ts';

/** A value that may be absent: a list of one item, or an empty one. */
type OptionalValue = readonly [] | readonly [unknown];

/**
 * What makes one JSON value of another, field by field. A leaf has what was and what is: `{"size":[[3],["3.0"]]}`. A
 * list is a leaf: it is taken as a whole.
 */
export type Difference = readonly [was: OptionalValue, is: OptionalValue] | { readonly [field: string]: Difference };

/** What makes `is` of `was`; `undefined` if they are equal. */
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
 * `value` with the difference applied wherever it is as it was. What has another value by now keeps that one: somebody
 * has changed it.
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
 * `value` with as much of the difference as is accepted: the whole, or else what is accepted of its parts, from the
 * outer fields to the inner ones.
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

/** The differences of which one consists, where it first branches; none of one that does not branch. */
function splitDifference(difference: Difference): readonly Difference[] {
  if (isLeaf(difference)) return [];
  const fields = Object.entries(difference);
  const [only] = fields;
  if (only === undefined || fields.length > 1) return fields.map((field) => Object.fromEntries([field]));
  return splitDifference(only[1]).map((part) => Object.fromEntries([[only[0], part]]));
}

/** Far more than a schema has levels, and far fewer than a call stack. */
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
