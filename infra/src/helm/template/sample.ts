import { isDeepStrictEqual } from 'node:util';

import type { Condition, Expression, View } from './expression.ts';

/** How a given value shows in objects. */
export type Mode =
  /** As a part of strings. */
  | 'text'
  /** As a whole value. */
  | 'exact'
  /** As a number, or as one that is a little more. */
  | 'number'
  /** A list, whose items are among those of a longer one. */
  | 'items'
  /** A list, for each item of which there is an item, or an object. */
  | 'each'
  /** A map, whose entries are among those of a larger one. */
  | 'entries';

/** A place in objects that a given value fills. */
export interface Placeholder {
  readonly expression: Expression;
  readonly mode: Mode;
  /** The value that samples give is nowhere by chance. */
  readonly isUnique?: boolean;
  /** For `entries`: of two with the same key the higher one wins; our own have 10. */
  readonly rank?: number;
}

/** A placeholder, and what a sample gives for it. */
export interface Filled extends Placeholder {
  readonly value: unknown;
}

/** One set of values, and what the constructs make of it. */
export interface ValueSet {
  readonly view: View;
  readonly filled: readonly Filled[];
  holds(condition: Condition): boolean;
}

/** A value in the objects of a valueSet. */
export interface Sample {
  readonly valueSet: ValueSet;
  readonly value: unknown;
}

export function valueSetOf(view: View, placeholders: readonly Placeholder[]): ValueSet {
  const known = new Map<Condition, boolean>();
  return {
    view,
    filled: placeholders
      .map((placeholder) => ({ ...placeholder, value: placeholder.expression.of(view) }))
      .filter(({ value }) => value !== undefined),
    holds(condition) {
      let holds = known.get(condition);
      if (holds === undefined) known.set(condition, (holds = condition.of(view)));
      return holds;
    },
  };
}

/** The same valueSet, in which a list has this item. */
export function valueSetWithin(valueSet: ValueSet, item: unknown, expression: Expression): ValueSet {
  const modes: readonly Mode[] = typeof item === 'number' ? ['number'] : ['exact', 'text'];
  const own = modes.map((mode): Filled => ({ expression, mode, isUnique: true, value: item }));
  return { ...valueSet, view: { ...valueSet.view, $each: item }, filled: [...own, ...valueSet.filled] };
}

export function same(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}
