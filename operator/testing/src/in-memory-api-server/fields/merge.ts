import { memberOf } from '@kubewright/runtime/internal/base';
import { isRecord } from '@kubewright/declaration';
import { type FieldSet, isEmpty, noFields } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { interleaved } from './interleaved.ts';
import { formIn, isWhole, membersOf, type Typed } from './typed.ts';

/** `live` with the fields of `applied`; other fields stay. */
export function mergeApplied(live: unknown, applied: unknown, type: FieldType): unknown {
  return mergeAt({ path: [], type, value: live }, applied);
}

function mergeAt(live: Typed, applied: unknown): unknown {
  const next = { ...live, value: applied };
  const form = formIn(live.type, applied);
  const [held, given] = [membersOf(live, form), membersOf(next, form)];
  // Null applied to what is held in parts removes nothing.
  if (isWhole(live.type, form) || held.length + given.length === 0) return applied;
  if (form === 'list') {
    const own = new Map(held.map((member) => [member.step, member]));
    return interleaved(held, given).map(({ step, value, isApplied }) => {
      const mine = own.get(step);
      return isApplied && mine !== undefined ? mergeAt(mine, value) : value;
    });
  }
  const whole = isRecord(live.value) ? live.value : {};
  const merged = given.map(({ step, value, ...member }) => {
    const name = step.slice(2);
    return [name, mergeAt({ ...member, value: memberOf(whole, name) }, value)] as const;
  });
  return { ...whole, ...Object.fromEntries(merged) };
}

/** `value` without the fields of a set. An object or a list that loses everything becomes null. */
export function withoutFields(value: unknown, type: FieldType, set: FieldSet): unknown {
  return removeAt({ path: [], type, value }, set);
}

function removeAt(typed: Typed, set: FieldSet): unknown {
  const form = formIn(typed.type, typed.value);
  if (form === 'scalar') return typed.value;
  if (isWhole(typed.type, form)) return null;
  const kept = membersOf(typed, form).flatMap((member) => {
    const below = set.steps.get(member.step) ?? noFields;
    if (below.own) return [];
    return [[member.step.slice(2), isEmpty(below) ? member.value : removeAt(member, below)] as const];
  });
  if (kept.length === 0) return null;
  return form === 'list' ? kept.map(([, value]) => value) : Object.fromEntries(kept);
}
