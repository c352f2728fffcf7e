import { memberOf } from '@kubewright/runtime/internal/base';
import { sameJson } from '../json.ts';
import { unsupported } from '../refusal.ts';
import { type FieldSet, isEmpty, pathText } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { interleaved } from './interleaved.ts';
import { asItems, asMap, isLeaf, membersOf, type Typed } from './typed.ts';

/** `live` with the fields of `applied`; other fields stay. */
export function mergeApplied(live: unknown, applied: unknown, type: FieldType): unknown {
  return mergeAt({ path: [], type, value: live }, applied);
}

function mergeAt(live: Typed, applied: unknown): unknown {
  const next = { ...live, value: applied };
  if (applied === null && !isLeaf(live)) throw unsupported(`apply null where ${pathText(live.path)} is held in parts`);
  if (live.value === undefined || live.value === null) return applied;
  if (asMap(live) !== undefined && asMap(next) !== undefined) return mergeObjects(live, next);
  if (asItems(live) !== undefined && asItems(next) !== undefined) return mergeLists(live, next);
  return sameJson(live.value, applied) ? live.value : applied;
}

function mergeObjects(live: Typed, applied: Typed): unknown {
  const held = asMap(live);
  const merged = membersOf(applied).map(({ step, ...member }) => {
    const name = step.slice(2);
    return [name, mergeAt({ ...member, value: memberOf(held, name) }, member.value)] as const;
  });
  return { ...held, ...Object.fromEntries(merged) };
}

function mergeLists(live: Typed, applied: Typed): unknown {
  const held = membersOf(live);
  const own = new Map(held.map((member) => [member.step, member]));
  return interleaved(held, membersOf(applied)).map(({ step, value, isApplied }) => {
    const mine = own.get(step);
    return isApplied && mine !== undefined ? mergeAt(mine, value) : value;
  });
}

/** The fields that the applier owned before, and those that all managers own now. */
export interface Owners {
  readonly before: FieldSet;
  readonly now: FieldSet;
}

/** `merged` without the fields that its applier no longer applies and no other manager owns. */
export function withoutGivenUp(merged: unknown, type: FieldType, owners: Owners): unknown {
  return pruneAt({ path: [], type, value: merged }, owners.before, owners.now);
}

function pruneAt(typed: Typed, before: FieldSet, now: FieldSet | undefined): unknown {
  if (before.steps.size === 0) return typed.value;
  const kept = membersOf(typed).flatMap((member) => {
    const had = before.steps.get(member.step);
    const has = now?.steps.get(member.step);
    if (had === undefined) return [[member.step, member.value] as const];
    if (isMember(had, member.isField) && !isMember(has, member.isField)) return [];
    return [[member.step, pruneAt(member, had, has)] as const];
  });
  if (isLeaf(typed)) return typed.value;
  // A value that loses its last member but still has an owner becomes null, as on the real server.
  if (kept.length === 0 && membersOf(typed).length > 0) return null;
  if (asItems(typed) !== undefined) return kept.map(([, value]) => value);
  return Object.fromEntries(kept.map(([step, value]) => [step.slice(2), value]));
}

/** A field belongs to the set if anything in it does; an item or a map key only if it does itself. */
function isMember(set: FieldSet | undefined, isField: boolean): boolean {
  return set !== undefined && (isField ? !isEmpty(set) : set.own);
}
