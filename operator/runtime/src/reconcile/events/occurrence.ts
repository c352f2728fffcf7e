import type { KubeObject, Logger } from '../../base/index.ts';
import { computeHash } from '../compare/index.ts';

/** What an event reports: an object, a reason and a note. */
export interface Occurrence {
  readonly owner: KubeObject;
  /** The logger of the reconcile that emits it. */
  readonly log: Logger;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  readonly related?: KubeObject;
}

/** Returns a key that is equal for equal occurrences. */
export function computeSeriesKey({ owner, type, reason, note, related }: Occurrence): string {
  return computeHash([owner.metadata.uid, type, reason, note, related?.metadata.uid]);
}

/** Returns a key that is equal for occurrences that differ only in their notes or related objects. */
export function computeAggregateKey({ owner, type, reason }: Occurrence): string {
  return `${owner.metadata.uid} ${type} ${reason}`;
}
