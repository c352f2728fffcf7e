import { type JsonObject, sameJson, valueAt, without } from '../json.ts';
import { type Conflict, conflictsOf } from './conflicts.ts';
import {
  difference,
  type FieldSet,
  fieldSet,
  intersection,
  isEmpty,
  noFields,
  selectFields,
  union,
} from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { isSame, type Managed, type Manager } from './managers.ts';
import { mergeApplied, withoutGivenUp } from './merge.ts';
import { appliedFields, type Comparison, compareFields } from './owned-paths.ts';

/** An object, the owners of its fields, and the write that is under way. */
export interface Writing {
  readonly type: FieldType;
  readonly live: JsonObject;
  readonly managed: readonly Managed[];
  readonly by: Manager;
  readonly now: string;
  /** Whether the status is a subresource: then each endpoint owns only its own part. */
  readonly hasStatus: boolean;
}

/** Fields that have no owner. */
const unowned = fieldSet([
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

/** The owners of fields after an update to `next`: an updater owns the fields that it changes. */
export function afterUpdate(writing: Writing, next: JsonObject): readonly Managed[] {
  const { managed, by, now } = writing;
  const comparison = ownedComparison(writing, next);
  const { added, changed, removed } = comparison;
  const taken = union(added, changed);
  const had = managed.find((each) => isSame(each, by));
  const fields = union(difference(had?.fields ?? noFields, removed), taken);
  const lost = union(taken, removed);
  const others = managed
    .filter((each) => each !== had)
    .map((each) => ({ ...each, fields: difference(each.fields, lost) }));
  return [...others, { ...by, time: now, fields }];
}

/** The result of an apply. */
export interface AppliedObject {
  readonly object: JsonObject;
  readonly managed: readonly Managed[];
  /** Fields of others that it would change; force ignores them. */
  readonly conflicts: readonly Conflict[];
}

/** What an apply of `config` makes of the live object. */
export function afterApply(writing: Writing, config: JsonObject): AppliedObject {
  const { type, live, managed, by, now } = writing;
  const had = managed.find((each) => isSame(each, by));
  const named = appliedFields(config, type);
  const fields = ownedPart(writing, named);
  const others = managed.filter((each) => each !== had);
  const all = [...others.map((each) => each.fields), named].reduce(union, noFields);
  const merged = mergeApplied(live, config, type);
  const object = withoutGivenUp(merged, type, { before: had?.fields ?? noFields, now: all }) as JsonObject;
  const { added, changed, removed } = ownedComparison(writing, object);
  const taken = union(added, changed);
  // Sharing existing fields is not a change of the object, and gets no time.
  const time = sameJson(live, object) ? (had?.time ?? '') : now;
  return {
    object,
    conflicts: conflictsOf(others, (each) => intersection(each.fields, taken)),
    managed: [
      ...others.map((each) => ({ ...each, fields: difference(each.fields, union(taken, removed)) })),
      { ...by, time, fields },
    ],
  };
}

function ownedComparison(writing: Writing, next: JsonObject): Comparison {
  const { added, changed, removed } = compareFields(forComparison(writing.live), forComparison(next), writing.type);
  return {
    added: ownedPart(writing, added),
    changed: ownedPart(writing, changed),
    removed: ownedPart(writing, removed),
  };
}

function forComparison(object: JsonObject): JsonObject {
  const metadata = valueAt(object, ['metadata']) as JsonObject;
  return { ...object, metadata: without(metadata, 'managedFields', 'resourceVersion') };
}

function ownedPart({ by, hasStatus }: Writing, set: FieldSet): FieldSet {
  const part = hasStatus ? selectFields(set, ['status'], by.subresource === 'status' ? 'these' : 'the rest') : set;
  return difference({ ...part, own: false }, unowned);
}

/** Whether two lists of entries are equal apart from their times. */
export function ownSame(one: readonly Managed[], other: readonly Managed[]): boolean {
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
