import { sameJson } from '../json.ts';
import { type FieldSet, fieldSet, type Path } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { asItems, asMap, isLeaf, membersOf, type Typed } from './typed.ts';

/** The fields that an apply of `value` owns. An empty list by keys leaves none, an empty object one. */
export function appliedFields(value: unknown, type: FieldType): FieldSet {
  return fieldSet(ownedBelow({ path: [], type, value }));
}

function ownedBelow(typed: Typed): Path[] {
  if (isLeaf(typed)) return [typed.path];
  return membersOf(typed).flatMap((member) => {
    const below = isLeaf(member) ? [] : ownedBelow(member);
    const object = asMap(member);
    const isEmptyObject = object !== undefined && Object.keys(object).length === 0;
    const owns = isLeaf(member) || isEmptyObject || !member.isField;
    return owns ? [member.path, ...below] : below;
  });
}

/** The changes of an update. */
export interface Comparison {
  readonly added: FieldSet;
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

/** How `after` differs from `before`, field by field. */
export function compareFields(before: unknown, after: unknown, type: FieldType): Comparison {
  const found: Found = { added: [], changed: [], removed: [] };
  compareAt({ path: [], type, value: before }, after, found);
  return { added: fieldSet(found.added), changed: fieldSet(found.changed), removed: fieldSet(found.removed) };
}

interface Found {
  readonly added: Path[];
  readonly changed: Path[];
  readonly removed: Path[];
}

function compareAt(before: Typed, after: unknown, found: Found): void {
  const next = { ...before, value: after };
  if (before.value === undefined) found.added.push(...everythingIn(next));
  else if (after === undefined) found.removed.push(...everythingIn(before));
  else if (isCompared(before, next)) compareMembers(before, next, found);
  else if (!sameJson(before.value, after)) compareLeaves(before, next, found);
}

/** Whether two values differ member by member; a null then counts as empty. */
function isCompared(before: Typed, after: Typed): boolean {
  const merges = [before, after].filter((typed) => !isLeaf(typed));
  const isNull = before.value === null || after.value === null;
  return (merges.length === 2 || (merges.length === 1 && isNull)) && !areBothEmpty(before, after);
}

function compareLeaves(before: Typed, after: Typed, found: Found): void {
  found.changed.push(after.path);
  if (!isLeaf(before)) found.removed.push(...everythingIn(before).slice(1));
  if (!isLeaf(after)) found.added.push(...everythingIn(after).slice(1));
}

function compareMembers(before: Typed, after: Typed, found: Found): void {
  const earlier = new Map(membersOf(before).map((member) => [member.step, member]));
  const later = new Map(membersOf(after).map((member) => [member.step, member]));
  for (const [step, member] of earlier) compareAt(member, later.get(step)?.value, found);
  for (const [step, member] of later) if (!earlier.has(step)) found.added.push(...everythingIn(member));
}

function everythingIn(typed: Typed): Path[] {
  return isLeaf(typed) ? [typed.path] : [typed.path, ...membersOf(typed).flatMap(everythingIn)];
}

function areBothEmpty(one: Typed, other: Typed): boolean {
  return [one, other].every((typed) => (asItems(typed) ?? Object.keys(asMap(typed) ?? {})).length === 0);
}
