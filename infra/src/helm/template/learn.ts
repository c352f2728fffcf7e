import { candidatesOf, chosenCandidates, mostAdded } from './candidates.ts';
import { bestFeature, conditionOf, decide, parted } from './decide.ts';
import type { Condition } from './expression.ts';
import { type AlignedItem, alignedItems } from './items.ts';
import { alignedKeys, type MapSample } from './keys.ts';
import {
  type Merged,
  renderedItem,
  type TemplateEntry,
  type TemplateItem,
  type TemplateList,
  type TemplateNode,
} from './node.ts';
import { type Filled, same, type Sample, type ValueSet, valueSetWithin } from './sample.ts';
import { isRecord } from '../../shape/index.ts';

/**
 * Pure: the template that makes of the values of each sample what the constructs made of them. Given values are where samples
 * have them, and blocks around what differs by a condition.
 *
 * Throws if no condition says why two samples differ.
 */
export function learned(samples: readonly Sample[], features: readonly Condition[]): TemplateNode {
  const [first] = samples;
  if (first === undefined) throw new Error('nothing to learn from');
  if (isConstant(samples)) return { kind: 'constant', value: first.value };
  const isWhole = samples.some((sample) => isComputedWhole(sample));
  if (!isWhole && samples.every(({ value }) => isFullMap(value))) return learnedMap(samples, features);
  if (!isWhole && samples.every(({ value }) => isFullList(value))) return learnedItems(samples, features);
  const { always, chosen } = chosenCandidates(samples);
  if (always !== undefined) return always;
  const empty = emptyOf(samples);
  if (empty !== undefined) return empty;
  const classOf = (sample: Sample): TemplateNode | string => chosen.get(sample) ?? typeOf(sample.value);
  const when = bestFeature(samples, classOf, features);
  const [yes, no] = parted(samples, ({ valueSet }) => valueSet.holds(when));
  return { kind: 'choice', when, yes: learned(yes, features), no: learned(no, features) };
}

function isConstant(samples: readonly Sample[]): boolean {
  const [first] = samples;
  if (first === undefined || samples.some(({ value }) => !same(value, first.value))) return false;
  const text = sortedText(first.value);
  return !first.valueSet.filled.some((each) => isUnique(each) && isIn(each, text));
}

function isIn({ mode, value }: Filled, text: string): boolean {
  if (mode !== 'number') return text.includes(sortedText(value).replaceAll(/^["[{]|["\]}]$/g, ''));
  const numbers = text.match(/\d{4,}/g) ?? [];
  return numbers.some((each) => Number(each) >= Number(value) && Number(each) - Number(value) <= mostAdded);
}

/** Pure: as JSON, the same for values that differ in the order of their keys only. */
function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}

function isUnique({ isUnique, value }: Filled): boolean {
  return isUnique === true && JSON.stringify(value).length > 3;
}

function isComputedWhole(sample: Sample): boolean {
  return typeof sample.value === 'object' && candidatesOf(sample).length > 0;
}

function isFullMap(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0;
}

function isFullList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'empty list' : 'list';
  return isFullMap(value) ? 'map' : 'empty map';
}

function emptyOf(samples: readonly Sample[]): TemplateNode | undefined {
  if (samples.some(({ value }) => typeof value !== 'object' || value === null)) return undefined;
  const types = new Set(samples.map(({ value }) => typeOf(value)));
  if (types.size !== 1) return undefined;
  if (types.has('empty list')) return { kind: 'constant', value: [] };
  return types.has('empty map') ? { kind: 'constant', value: {} } : undefined;
}

function learnedMap(samples: readonly Sample[], features: readonly Condition[]): TemplateNode {
  const merged = new Map<string, Merged>();
  const own = samples.map((sample) => withoutMerged(sample, merged));
  const entries = [...alignedKeys(own).values()].map(({ key, found }): TemplateEntry => {
    const when = conditionOf(decide(own, (sample) => found.has(sample), features));
    const having = [...found].map(([{ valueSet }, value]) => ({ valueSet, value }));
    return { key, when, node: learned(having, features) };
  });
  return { kind: 'map', entries, merged: [...merged.values()] };
}

/** The sample without the entries of maps that are given, which are added to `merged`. */
function withoutMerged({ valueSet, value }: Sample, merged: Map<string, Merged>): MapSample {
  const left = { ...(value as MapSample['value']) };
  for (const { mode, value: given, expression, rank = 0 } of valueSet.filled) {
    if (mode !== 'entries' || !isRecord(given)) continue;
    const keys = Object.keys(given);
    if (keys.length === 0 || !keys.every((key) => same(left[key], given[key]))) continue;
    for (const key of keys) Reflect.deleteProperty(left, key);
    merged.set(expression.go, { expression, rank });
  }
  return { valueSet, value: left };
}

/** What was learned before. */
export interface Before {
  readonly list: TemplateList | undefined;
  /** The samples that it was not made from. */
  readonly fresh: readonly Sample[];
}

/**
 * Pure: the template of lists. Items that are right for the fresh samples, too, stay as they were.
 *
 * Throws if no condition says why two samples differ.
 */
export function learnedItems(
  samples: readonly Sample[],
  features: readonly Condition[],
  { list, fresh }: Before = { list: undefined, fresh: samples },
): TemplateList {
  const known = new Map(list?.items.map((item) => [item.tag, item]));
  const items = alignedItems(samples).map((aligned): TemplateItem => {
    const before = known.get(aligned.tag);
    return before !== undefined && isRight(before, aligned, fresh) ? before : learnedItem(aligned, samples, features);
  });
  return { kind: 'list', items };
}

function isRight(item: TemplateItem, { found }: AlignedItem, fresh: readonly Sample[]): boolean {
  return fresh.every((sample) => {
    const { view } = sample.valueSet;
    const isThere = item.when?.of(view) ?? true;
    if (isThere !== found.has(sample)) return false;
    return !isThere || same(renderedItem(item, view)[0], found.get(sample));
  });
}

function learnedItem(
  { tag, each, isGiven, found }: AlignedItem,
  samples: readonly Sample[],
  features: readonly Condition[],
): TemplateItem {
  const when = conditionOf(decide(samples, (sample) => found.has(sample), features));
  if (isGiven) return { tag, when, each, node: undefined };
  const within = (valueSet: ValueSet, value: unknown): Sample => ({
    valueSet:
      each === undefined ? valueSet : valueSetWithin(valueSet, (each.of(valueSet.view) as unknown[])[0], itemOf(each)),
    value,
  });
  const having = [...found].map(([{ valueSet }, value]) => within(valueSet, value));
  return { tag, when, each, node: learned(having, features) };
}

function itemOf(each: { readonly go: string }): Filled['expression'] {
  return { go: '$each', of: (view) => view['$each'] ?? each.go };
}
