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
export interface World {
  readonly view: View;
  readonly filled: readonly Filled[];
  holds(condition: Condition): boolean;
}

/** A value in the objects of a world. */
export interface Sample {
  readonly world: World;
  readonly value: unknown;
}

export function worldOf(view: View, placeholders: readonly Placeholder[]): World {
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

/** The same world, in which a list has this item. */
export function worldWithin(world: World, item: unknown, expression: Expression): World {
  const modes: readonly Mode[] = typeof item === 'number' ? ['number'] : ['exact', 'text'];
  const own = modes.map((mode): Filled => ({ expression, mode, isUnique: true, value: item }));
  return { ...world, view: { ...world.view, $each: item }, filled: [...own, ...world.filled] };
}

export function same(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a, b);
}
