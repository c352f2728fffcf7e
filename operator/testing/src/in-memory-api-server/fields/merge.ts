import { getMember } from '@kubewright/runtime/internal/base';
import { isRecord } from '@kubewright/declaration';

import { type FieldSet, isEmpty, noFields } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { getForm, isWhole, listMembers, type Typed, type Member } from './typed.ts';

/** Merges the applied fields into the live value; all other fields stay. */
export function mergeApplied(live: unknown, applied: unknown, type: FieldType): unknown {
  return mergeAt({ path: [], type, value: live }, applied);
}

function mergeAt(live: Typed, applied: unknown): unknown {
  const next = { ...live, value: applied };
  const form = getForm(live.type, applied);
  const [held, given] = [listMembers(live, form), listMembers(next, form)];
  // Null does not remove items of a granular list or map; it is stored only if the live value has none.
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
    return [name, mergeAt({ ...member, value: getMember(whole, name) }, value)] as const;
  });
  return { ...whole, ...Object.fromEntries(merged) };
}

/** Returns `value` without the fields in `set`. An object or a list that becomes empty is returned as null. */
export function removeFields(value: unknown, type: FieldType, set: FieldSet): unknown {
  return removeAt({ path: [], type, value }, set);
}

function removeAt(typed: Typed, set: FieldSet): unknown {
  const form = getForm(typed.type, typed.value);
  if (form === 'scalar') return typed.value;
  if (isWhole(typed.type, form)) return null;
  const kept = listMembers(typed, form).flatMap((member) => {
    const below = set.steps.get(member.step) ?? noFields;
    if (below.own) return [];
    return [[member.step.slice(2), isEmpty(below) ? member.value : removeAt(member, below)] as const];
  });
  if (kept.length === 0) return null;
  return form === 'list' ? kept.map(([, value]) => value) : Object.fromEntries(kept);
}

interface PlacedItem extends Pick<Member, 'step' | 'value'> {
  readonly isApplied: boolean;
}

/**
 * Merges the live and the applied items of a list. The applied items keep their order; other items stay as close to
 * their position as possible.
 */
function interleaved(held: readonly Member[], applied: readonly Member[]): readonly PlacedItem[] {
  const isHeld = new Set(held.map(({ step }) => step));
  const isApplied = new Set(applied.map(({ step }) => step));
  const order: PlacedItem[] = [];
  const done = new Set<string>();
  let [atHeld, atApplied] = [0, 0];
  while (atHeld < held.length || atApplied < applied.length) {
    const [live, item] = [held[atHeld], applied[atApplied]];
    const nextShared = applied.slice(atApplied).find(({ step }) => isHeld.has(step))?.step;
    const turn = turnOf({ live, item, nextShared, isApplied, done });
    if (turn.takes === 'live' && live !== undefined) order.push({ ...live, isApplied: false });
    if (turn.takes === 'applied' && item !== undefined) {
      order.push({ ...item, isApplied: true });
      done.add(item.step);
      atApplied += 1;
    }
    if (turn.passes) atHeld += 1;
  }
  return order;
}

interface Turn {
  /** The list from which the next item is taken. */
  readonly takes?: 'live' | 'applied';
  /** Whether the live list moves on to its next item. */
  readonly passes: boolean;
}

interface Meeting {
  readonly live: Member | undefined;
  readonly item: Member | undefined;
  /** The key of the next applied item that the live list also has. */
  readonly nextShared: string | undefined;
  readonly isApplied: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
}

function turnOf({ live, item, nextShared, isApplied, done }: Meeting): Turn {
  if (live === undefined) return { takes: 'applied', passes: false };
  if (live.step === item?.step) return { takes: 'applied', passes: true };
  if (!isApplied.has(live.step)) return { takes: 'live', passes: true };
  const comesLater = item !== undefined && nextShared !== undefined && live.step !== nextShared;
  return comesLater ? { passes: true } : { takes: 'applied', passes: done.has(live.step) };
}
