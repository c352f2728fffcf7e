import type { Member } from './typed.ts';

/** An item of a merged list, and whether it was applied. */
export interface PlacedItem extends Pick<Member, 'step' | 'value'> {
  readonly isApplied: boolean;
}

/**
 * The live items of a list and the applied ones, in their merged order: the applied ones keep theirs, and the others
 * stay between them, as near to their place as possible.
 */
export function interleaved(held: readonly Member[], applied: readonly Member[]): readonly PlacedItem[] {
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
  /** The list from which the next item comes. */
  readonly takes?: 'live' | 'applied';
  /** Whether the live list advances to its next item. */
  readonly passes: boolean;
}

interface Meeting {
  readonly live: Member | undefined;
  readonly item: Member | undefined;
  /** The next applied item that is also in the live list. */
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
