import { isEqualJson } from '@kubewright/runtime/internal/reconcile/compare';
import { type JsonObject, omit } from '../json.ts';
import { getMeta } from '../objects.ts';
import { checkTyped } from './check-typed.ts';
import { type Conflict, conflictsOf, isSame, type Managed, type Manager } from './managers.ts';
import {
  difference,
  type FieldSet,
  buildFieldSet,
  intersection,
  isEmpty,
  noFields,
  selectFields,
  union,
  withNamedFields,
} from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { mergeApplied, removeFields } from './merge.ts';
import { collectAppliedFields, type Comparison, compareFields } from './owned-paths.ts';
import { TypedError } from './typed.ts';

/** A write, with the object before it and the owners of its fields. */
export interface WriteContext {
  readonly type: FieldType;
  readonly live: JsonObject;
  readonly managed: readonly Managed[];
  readonly by: Manager;
  readonly now: string;
  /** Whether the status is a subresource, so that the object and its status have separate owners. */
  readonly hasStatus: boolean;
}

const unowned = buildFieldSet([
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...[
    'name',
    'namespace',
    'uid',
    'resourceVersion',
    'generation',
    'creationTimestamp',
    'selfLink',
    'managedFields',
  ].map((name) => ['f:metadata', `f:${name}`]),
]);

/**
 * Computes the owners after an update to `next`: the manager owns the fields that it changes. An object without owners
 * stays without them, and an object that does not fit its type loses them all.
 */
export function computeOwnersAfterUpdate(writing: WriteContext, next: JsonObject): readonly Managed[] {
  const { live, managed } = writing;
  if (managed.length === 0 && getMeta(live).uid !== undefined) return [];
  try {
    for (const value of [live, next]) checkTyped({ path: [], type: writing.type, value }, 'allowed');
    return updateOwners(writing, next);
  } catch (error) {
    if (error instanceof TypedError) return [];
    throw error;
  }
}

function updateOwners(writing: WriteContext, next: JsonObject): readonly Managed[] {
  const { managed, by, now } = writing;
  const { added, changed, removed } = compareOwned(writing, next);
  const taken = union(added, changed);
  const had = managed.find((each) => isSame(each, by));
  const fields = union(difference(had?.fields ?? noFields, removed), taken);
  const lost = union(taken, removed);
  const others = managed
    .filter((each) => each !== had)
    .map((each) => ({ ...each, fields: difference(each.fields, lost) }));
  return [...others, { ...by, time: now, fields }];
}

/** The object after an apply, and the owners of its fields. */
export interface AppliedObject {
  readonly object: JsonObject;
  readonly managed: readonly Managed[];
  /** Fields of other managers that the apply changes. */
  readonly conflicts: readonly Conflict[];
}

/** Applies `config` to the live object. Both must fit their type. */
export function applyConfig(writing: WriteContext, config: JsonObject): AppliedObject {
  const { type, live, by, now } = writing;
  const managed = listOwnersBeforeApply(writing);
  const had = managed.find((each) => isSame(each, by));
  const named = limitToEndpoint(writing, collectAppliedFields(config, type));
  const others = managed.filter((each) => each !== had);
  const merged = mergeApplied(live, config, type);
  const object = removeGivenUp(merged, type, {
    before: had?.fields ?? noFields,
    now: [...others.map((each) => each.fields), named].reduce(union, noFields),
  }) as JsonObject;
  const { added, changed, removed } = compareOwned(writing, object);
  const taken = union(added, changed);
  // An apply of existing values does not change the object, so its entry has no time.
  const time = isEqualJson(live, object) ? (had?.time ?? '') : now;
  return {
    object,
    conflicts: conflictsOf(others, (each) => intersection(each.fields, taken)),
    managed: [
      ...others.map((each) => ({ ...each, fields: difference(each.fields, union(taken, removed)) })),
      { ...by, time, fields: difference(named, unowned) },
    ],
  };
}

/** The owners before an apply. If the object has none, a manager that represents all earlier writes owns its fields. */
function listOwnersBeforeApply(writing: WriteContext): readonly Managed[] {
  const { live, managed, by } = writing;
  if (managed.length > 0 || getMeta(live).uid === undefined) return managed;
  const earlier = { ...by, manager: 'before-first-apply', operation: 'Update' } as const;
  const nothing = { apiVersion: live['apiVersion'], kind: live['kind'], metadata: {} };
  return updateOwners({ ...writing, live: nothing, by: earlier }, live);
}

/** The fields that the applier owned before, and the fields that all managers own now. */
interface Owners {
  readonly before: FieldSet;
  readonly now: FieldSet;
}

/** Removes fields that the applier does not apply any more and that no other manager owns. */
function removeGivenUp(merged: unknown, type: FieldType, { before, now }: Owners): unknown {
  if (isEmpty(before)) return merged;
  const collectFields = (value: unknown): FieldSet => withNamedFields(collectAppliedFields(value, type), type);
  const [all, last] = [collectFields(merged), withNamedFields(before, type)];
  const left = union(collectFields(removeFields(merged, type, last)), withNamedFields(now, type));
  const owned = removeFields(merged, type, difference(all, left));
  return removeFields(merged, type, intersection(difference(all, collectFields(owned)), last));
}

function compareOwned(writing: WriteContext, next: JsonObject): Comparison {
  const { added, changed, removed } = compareFields(toComparable(writing.live), toComparable(next), writing.type);
  return {
    added: pickOwned(writing, added),
    changed: pickOwned(writing, changed),
    removed: pickOwned(writing, removed),
  };
}

function toComparable(object: JsonObject): JsonObject {
  return { ...object, metadata: omit(getMeta(object), 'managedFields', 'resourceVersion') };
}

function pickOwned(writing: WriteContext, set: FieldSet): FieldSet {
  return difference(limitToEndpoint(writing, set), unowned);
}

function limitToEndpoint({ by, hasStatus }: WriteContext, set: FieldSet): FieldSet {
  const part = hasStatus ? selectFields(set, ['status'], by.subresource === 'status' ? 'these' : 'the rest') : set;
  return { ...part, own: false };
}

/** Whether two lists of entries are equal except for their times. */
export function hasSameOwners(one: readonly Managed[], other: readonly Managed[]): boolean {
  const owners = (list: readonly Managed[]): readonly Managed[] => list.filter(({ fields }) => !isEmpty(fields));
  const [ones, others] = [owners(one), owners(other)];
  const isIn = (each: Managed): boolean => {
    const found = others.find((candidate) => isSame(candidate, each));
    return (
      found !== undefined &&
      isEmpty(difference(found.fields, each.fields)) &&
      isEmpty(difference(each.fields, found.fields))
    );
  };
  return ones.length === others.length && ones.every(isIn);
}
