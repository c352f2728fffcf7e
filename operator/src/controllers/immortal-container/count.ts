import type { Pod } from '../../index.ts';
import { ordinalAnnotation } from './desired.ts';

/**
 * How many Pods there were: the highest ordinal seen.
 *
 * The status leads. The ordinal of a Pod is believed where the status cannot know better: it may be ahead by one (the
 * process ended after the Pod was made and before that was written), or say what an emptied status has forgotten. Any
 * other ordinal is somebody's edit, and is put back.
 *
 * @param recorded what the status says, 0 if nothing
 */
export function countOf(recorded: number, pod: Pod | undefined): number {
  if (pod === undefined) return recorded;
  const ordinal = ordinalOf(pod);
  if (ordinal === undefined) return Math.max(recorded, 1);
  return recorded === 0 || ordinal === recorded + 1 ? ordinal : recorded;
}

/** The ordinal of the next Pod. There is none after the last number that every client can count to. */
export function nextOrdinal(count: number): number {
  return Math.min(count + 1, Number.MAX_SAFE_INTEGER);
}

function ordinalOf({ metadata }: Pod): number | undefined {
  const text = metadata.annotations?.[ordinalAnnotation] ?? '';
  const ordinal = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(ordinal) ? ordinal : undefined;
}
