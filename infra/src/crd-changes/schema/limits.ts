import type { Schema } from '../crd.ts';
import { type Difference, step } from '../change.ts';
import type { Comparison, Node } from './node.ts';

interface Limit {
  readonly keyword:
    'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minProperties' | 'maxProperties';
  readonly exclusive?: 'exclusiveMinimum' | 'exclusiveMaximum';
  /** The limit where none is given. */
  readonly none: number;
}

const lower: readonly Limit[] = [
  { keyword: 'minimum', exclusive: 'exclusiveMinimum', none: -Infinity },
  { keyword: 'minLength', none: 0 },
  { keyword: 'minItems', none: 0 },
  { keyword: 'minProperties', none: 0 },
];
const upper: readonly Limit[] = [
  { keyword: 'maximum', exclusive: 'exclusiveMaximum', none: Infinity },
  { keyword: 'maxLength', none: Infinity },
  { keyword: 'maxItems', none: Infinity },
  { keyword: 'maxProperties', none: Infinity },
];

export const compareLimits: Comparison = (node) => [
  ...lower.flatMap((limit) => compareLimit(node, limit, 1)),
  ...upper.flatMap((limit) => compareLimit(node, limit, -1)),
  ...compareMultiples(node),
  ...compareFilled(node),
];

/** A default counts as a property that is there. */
function compareFilled({ before, after, path }: Node): Difference[] {
  const { maxProperties, properties = {} } = after;
  if (maxProperties === undefined) return [];
  const added = Object.keys(properties).filter(
    (name) => before.properties?.[name] === undefined && properties[name]?.default !== undefined,
  );
  if (maxProperties >= (before.maxProperties ?? Infinity) + added.length) return [];
  const what = `a default under maxProperties: ${maxProperties}`;
  return added.map((name) => ({ rule: 'default-fills-object', path: `${path}.${name}`, what }));
}

/** @param direction the sign of a change that narrows */
function compareLimit({ before, after, path }: Node, limit: Limit, direction: 1 | -1): Difference[] {
  const [old, now] = [before[limit.keyword] ?? limit.none, after[limit.keyword] ?? limit.none];
  const [wasOpen, isOpen] = [isExclusive(before, limit), isExclusive(after, limit)];
  if (old === now && wasOpen === isOpen) return [];
  const narrows = old === now ? isOpen : Math.sign(now - old) === direction;
  const what = `${limit.keyword}: ${step(textOf(before, limit), textOf(after, limit))}`;
  return [{ rule: narrows ? 'limit-narrowed' : 'limit-widened', path, what: what.replaceAll('"', '') }];
}

function isExclusive(schema: Schema, { keyword, exclusive }: Limit): boolean {
  return exclusive !== undefined && schema[exclusive] === true && schema[keyword] !== undefined;
}

function textOf(schema: Schema, limit: Limit): string | undefined {
  const value = schema[limit.keyword];
  return value === undefined ? undefined : `${value}${isExclusive(schema, limit) ? ' (exclusive)' : ''}`;
}

function compareMultiples({ before: { multipleOf: old }, after: { multipleOf: now }, path }: Node): Difference[] {
  if (old === now) return [];
  const widens = now === undefined || (old !== undefined && Number.isInteger(old / now));
  return [{ rule: widens ? 'limit-widened' : 'limit-narrowed', path, what: `multipleOf: ${step(old, now)}` }];
}
