import { isRecord } from '@kubewright/declaration';

import type { JsonObject } from '../json.ts';
import { type FieldType, findMemberType } from './field-type.ts';

/**
 * The fields of a manager, as a tree. The steps are those of `fieldsV1` (KEP-555): `f:name` for a field, `k:{...}` for
 * an item by its keys, `v:...` for an item of a set, `i:...` for an item by its index.
 */
export interface FieldSet {
  /** Whether the manager owns the value itself, and not only parts of it. */
  readonly own: boolean;
  readonly steps: ReadonlyMap<string, FieldSet>;
}

export type Path = readonly string[];

export const noFields: FieldSet = { own: false, steps: new Map() };

export function isEmpty(set: FieldSet | undefined): boolean {
  return set === undefined || (!set.own && set.steps.size === 0);
}

export function buildFieldSet(paths: Iterable<Path>): FieldSet {
  const root: Growing = { own: false, steps: new Map() };
  for (const path of paths) {
    let at = root;
    for (const step of path) {
      const next = at.steps.get(step) ?? { own: false, steps: new Map() };
      at.steps.set(step, next);
      at = next;
    }
    at.own = true;
  }
  return root;
}

interface Growing {
  own: boolean;
  readonly steps: Map<string, Growing>;
}

/** Lists the paths of a set in the order in which the API server reports conflicts: by level, then by step. */
export function listPaths(set: FieldSet, above: Path = []): Path[] {
  const steps = [...set.steps].sort(([one], [other]) => compareSteps(one, other));
  const own = steps.filter(([, below]) => below.own).map(([step]) => [...above, step]);
  return [...own, ...steps.flatMap(([step, below]) => listPaths(below, [...above, step]))];
}

export function union(one: FieldSet, other: FieldSet): FieldSet {
  return combine(one, other, (inOne, inOther) => inOne || inOther);
}

export function intersection(one: FieldSet, other: FieldSet): FieldSet {
  return combine(one, other, (inOne, inOther) => inOne && inOther);
}

/** Returns the part of `one` that is not in `other`. */
export function difference(one: FieldSet, other: FieldSet): FieldSet {
  return combine(one, other, (inOne, inOther) => inOne && !inOther);
}

function combine(one: FieldSet, other: FieldSet, keep: (inOne: boolean, inOther: boolean) => boolean): FieldSet {
  const steps = new Map<string, FieldSet>();
  for (const step of new Set([...one.steps.keys(), ...other.steps.keys()])) {
    const below = combine(one.steps.get(step) ?? noFields, other.steps.get(step) ?? noFields, keep);
    if (!isEmpty(below)) steps.set(step, below);
  }
  return { own: keep(one.own, other.own), steps };
}

/** Adds the parents of all paths in a set if they are declared fields. Does not add map entries and list items. */
export function withNamedFields(set: FieldSet, type: FieldType | undefined): FieldSet {
  const steps = [...set.steps].map(([step, below]) => {
    const isNamed = step.startsWith('f:') && isField(type, step.slice(2)) && below.steps.size > 0;
    return [step, { ...withNamedFields(below, findTypeBelow(type, step)), own: below.own || isNamed }] as const;
  });
  return { own: set.own, steps: new Map(steps) };
}

function isField({ map }: FieldType = {}, name: string): boolean {
  return map !== undefined && (map.othersAreFields === true || Object.hasOwn(map.fields, name));
}

function findTypeBelow({ map, list }: FieldType = {}, step: string): FieldType | undefined {
  if (step.startsWith('f:')) return map && findMemberType(map, step.slice(2));
  return step.startsWith('k:') ? list?.item : undefined;
}

/** Selects the paths whose first field is one of `names`, or all other paths. */
export function selectFields(set: FieldSet, names: readonly string[], keep: 'these' | 'the rest'): FieldSet {
  const isNamed = (step: string): boolean => names.includes(step.slice(2));
  return { ...set, steps: new Map([...set.steps].filter(([step]) => isNamed(step) === (keep === 'these'))) };
}

/** Converts a set to `fieldsV1`, in which a leaf is an empty object. */
export function toFieldsV1(set: FieldSet): JsonObject {
  const below = [...set.steps].sort(([one], [other]) => compareSteps(one, other));
  const isLeaf = below.length === 0;
  const steps = below.map(([step, each]) => [step, toFieldsV1(each)] as const);
  return Object.fromEntries(set.own && !isLeaf ? [['.', {}] as const, ...steps] : steps);
}

export function fromFieldsV1(value: unknown, isRoot = true): FieldSet {
  const entries = Object.entries(isRecord(value) ? value : {});
  const steps = entries
    .filter(([step]) => step !== '.')
    .map(([step, below]) => [step, fromFieldsV1(below, false)] as const);
  const own = !isRoot && (steps.length === 0 || entries.length > steps.length);
  return { own, steps: new Map(steps) };
}

/** Formats a path for messages: `.spec.containers[name="web"].image`. */
export function formatPath(path: Path): string {
  return path.map(formatStep).join('');
}

function formatStep(step: string): string {
  const rest = step.slice(2);
  switch (step[0]) {
    case 'k': {
      const keys = Object.entries(JSON.parse(rest) as JsonObject).map(
        ([name, key]) => `${name}=${JSON.stringify(key)}`,
      );
      return `[${keys.join(',')}]`;
    }
    case 'v':
      return `[=${rest}]`;
    case 'i':
      return `[${rest}]`;
    default:
      return `.${rest}`;
  }
}

/**
 * Compares steps: fields come before keys, keys before values, values before indexes; steps of one type by their text.
 */
function compareSteps(one: string, other: string): number {
  const ranks = 'fkvi';
  const byRank = ranks.indexOf(one.charAt(0)) - ranks.indexOf(other.charAt(0));
  if (byRank !== 0) return byRank;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
