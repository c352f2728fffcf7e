import { equalJson } from '@kubewright/runtime/internal/reconcile/compare';
import { isRecord } from '@kubewright/declaration';

import { type FieldSet, fieldSet, type Path } from './field-set.ts';
import type { FieldType, Form } from './field-type.ts';
import { firstForm, formIn, isWhole, type Member, membersOf, narrowed, type Typed } from './typed.ts';

/** The fields that an apply of `value` owns. An empty list by keys leaves none, an empty object one. */
export function appliedFields(value: unknown, type: FieldType): FieldSet {
  return fieldSet(pathsAt({ path: [], type, value }));
}

function pathsAt(typed: Typed): Path[] {
  const form = formIn(typed.type, typed.value);
  if (isWhole(typed.type, form)) return [typed.path];
  return membersOf(typed, form).flatMap((member) => [...(isOwn(member) ? [member.path] : []), ...pathsAt(member)]);
}

/** Whether a member belongs to the set itself, and not only what is in it. */
function isOwn({ isField, value }: Member): boolean {
  return !isField || value === null || (isRecord(value) && Object.keys(value).length === 0);
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
  const one = narrowed(before.type, before.value);
  const other = narrowed(before.type, after);
  // A value that changes its form counts as both: its old members are removed, and its new ones added.
  if (after === undefined || (before.value !== undefined && one !== other)) compareAs(one, [before, after], found);
  if (after !== undefined) compareAs(other, [before, after], found);
}

function compareAs(narrow: Form | 'any', [before, after]: [Typed, unknown], found: Found): void {
  const form = narrow === 'any' ? firstForm(before.type) : narrow;
  const [earlier, later] = [membersOf(before, form), membersOf({ ...before, value: after }, form)];
  const isLeaf = isWhole(before.type, form) || earlier.length + later.length === 0;
  noteChange([before, after], isLeaf, found);
  if (isLeaf) return;
  const now = new Map(later.map((member) => [member.step, member]));
  const had = new Set(earlier.map(({ step }) => step));
  for (const member of earlier) compareAt(member, now.get(member.step)?.value, found);
  const added = later.filter(({ step }) => !had.has(step));
  for (const member of added) compareAt({ ...member, value: undefined }, member.value, found);
}

function noteChange([{ path, value }, after]: [Typed, unknown], isLeaf: boolean, found: Found): void {
  if (value === undefined) found.added.push(path);
  else if (after === undefined) found.removed.push(path);
  else if (isLeaf && !equalJson(value, after)) found.changed.push(path);
}
