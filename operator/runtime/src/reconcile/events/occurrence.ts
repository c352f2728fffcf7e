import type { KubeObject, Logger } from '../../base/index.ts';
import { hashOf } from '../compare/index.ts';

/** Something that happened to an object, and of which an event is to be emitted. */
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

/** Equal for equal occurrences. */
export function seriesKey({ owner, type, reason, note, related }: Occurrence): string {
  return hashOf([owner.metadata.uid, type, reason, note, related?.metadata.uid]);
}

/** Equal for occurrences that differ in their notes or related objects only. */
export function aggregateKey({ owner, type, reason }: Occurrence): string {
  return `${owner.metadata.uid} ${type} ${reason}`;
}
