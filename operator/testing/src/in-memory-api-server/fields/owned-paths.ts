import { isEqualJson } from '@kubewright/runtime/internal/reconcile/compare';
import { isRecord } from '@kubewright/declaration';

import { type FieldSet, buildFieldSet, type Path } from './field-set.ts';
import type { FieldType, Form } from './field-type.ts';
import { getFirstForm, getForm, isWhole, type Member, listMembers, narrowForm, type Typed } from './typed.ts';

/**
 * Collects the fields that an apply of `value` owns. An empty list that merges by item adds no field; an empty object
 * adds itself.
 */
export function collectAppliedFields(value: unknown, type: FieldType): FieldSet {
  return buildFieldSet(collectPaths({ path: [], type, value }));
}

function collectPaths(typed: Typed): Path[] {
  const form = getForm(typed.type, typed.value);
  if (isWhole(typed.type, form)) return [typed.path];
  return listMembers(typed, form).flatMap((member) => [
    ...(isOwn(member) ? [member.path] : []),
    ...collectPaths(member),
  ]);
}

/** Whether the set includes a field or item itself, and not only its parts. */
function isOwn({ isField, value }: Member): boolean {
  return !isField || value === null || (isRecord(value) && Object.keys(value).length === 0);
}

export interface Comparison {
  readonly added: FieldSet;
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

export function compareFields(before: unknown, after: unknown, type: FieldType): Comparison {
  const found: FoundPaths = { added: [], changed: [], removed: [] };
  compareAt({ path: [], type, value: before }, after, found);
  return {
    added: buildFieldSet(found.added),
    changed: buildFieldSet(found.changed),
    removed: buildFieldSet(found.removed),
  };
}

interface FoundPaths {
  readonly added: Path[];
  readonly changed: Path[];
  readonly removed: Path[];
}

function compareAt(before: Typed, after: unknown, found: FoundPaths): void {
  const one = narrowForm(before.type, before.value);
  const other = narrowForm(before.type, after);
  // If a value changes between scalar, list and map, its old members are removed and its new ones added.
  if (after === undefined || (before.value !== undefined && one !== other)) compareAs(one, [before, after], found);
  if (after !== undefined) compareAs(other, [before, after], found);
}

function compareAs(narrow: Form | 'any', [before, after]: [Typed, unknown], found: FoundPaths): void {
  const form = narrow === 'any' ? getFirstForm(before.type) : narrow;
  const [earlier, later] = [listMembers(before, form), listMembers({ ...before, value: after }, form)];
  const isLeaf = isWhole(before.type, form) || earlier.length + later.length === 0;
  noteChange([before, after], isLeaf, found);
  if (isLeaf) return;
  const now = new Map(later.map((member) => [member.step, member]));
  const had = new Set(earlier.map(({ step }) => step));
  for (const member of earlier) compareAt(member, now.get(member.step)?.value, found);
  const added = later.filter(({ step }) => !had.has(step));
  for (const member of added) compareAt({ ...member, value: undefined }, member.value, found);
}

function noteChange([{ path, value }, after]: [Typed, unknown], isLeaf: boolean, found: FoundPaths): void {
  if (value === undefined) found.added.push(path);
  else if (after === undefined) found.removed.push(path);
  else if (isLeaf && !isEqualJson(value, after)) found.changed.push(path);
}
