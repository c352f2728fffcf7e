import { shown, step } from '../change.ts';
import type { Schema } from '../crd.ts';
import { isSame } from '../is-same.ts';
import type { Comparison } from './node.ts';

export const compareEnums: Comparison = ({ before: { enum: old }, after: { enum: now }, path }) => {
  if (old === undefined)
    return now === undefined ? [] : [{ rule: 'enum-narrowed', path, what: `enum: only ${shown(now)}` }];
  if (now === undefined) return [{ rule: 'enum-widened', path, what: 'enum: any value' }];
  const gone = old.filter((value) => !has(now, value));
  if (gone.length > 0) return [{ rule: 'enum-narrowed', path, what: `enum: without ${shown(gone)}` }];
  const added = now.filter((value) => !has(old, value));
  return added.length > 0 ? [{ rule: 'enum-widened', path, what: `enum: also ${shown(added)}` }] : [];
};

function has(values: readonly unknown[], value: unknown): boolean {
  return values.some((each) => isSame(each, value));
}

export const comparePatterns: Comparison = ({ before: { pattern: old }, after: { pattern: now }, path }) => {
  if (old === now) return [];
  return [{ rule: now === undefined ? 'format-widened' : 'format-narrowed', path, what: `pattern: ${step(old, now)}` }];
};

const combinations = ['allOf', 'anyOf', 'oneOf', 'not'] as const;

export const compareCombinations: Comparison = ({ before, after, path }) =>
  combinations
    .map((keyword) => ({ keyword, old: combinationOf(before, keyword), now: combinationOf(after, keyword) }))
    .filter(({ old, now }) => !isSame(old, now))
    .map(({ keyword, old, now }) => ({
      rule: now === undefined ? ('combination-removed' as const) : ('combination-changed' as const),
      path,
      what: `${keyword}: ${step(old, now)}`,
    }));

/** Without the `anyOf` that only repeats `x-kubernetes-int-or-string`. */
function combinationOf(schema: Schema, keyword: (typeof combinations)[number]): unknown {
  const isRepeated = keyword === 'anyOf' && schema['x-kubernetes-int-or-string'] === true;
  return isRepeated && isSame(schema.anyOf, intOrString) ? undefined : schema[keyword];
}

const intOrString = [{ type: 'integer' }, { type: 'string' }];

export const compareDescriptions: Comparison = ({ before, after, path }) => {
  const keywords = (['description', 'title'] as const).filter((keyword) => before[keyword] !== after[keyword]);
  return keywords.map((keyword) => ({ rule: 'described' as const, path, what: `another ${keyword}` }));
};
