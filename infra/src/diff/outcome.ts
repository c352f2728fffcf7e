import type { PlainObject } from '../objects/index.ts';
import { changesOf } from './changes.ts';
import { conflictsIn } from './conflicts.ts';
import type { Tried } from './dry-run.ts';
import { nameOf, type ObjectDiff } from './object-diff.ts';

/** What is known of an object. */
export interface Answers {
  /** It is in the cluster. @default - it is not */
  readonly live: PlainObject | undefined;
  readonly tried: Tried | undefined;
  /** The same by force, if there was a conflict. */
  readonly forced: Tried | undefined;
}

export function isConflict(tried: Tried): boolean {
  return 'error' in tried && conflictsIn(tried.error) !== undefined;
}

/** Pure: what applying an object does, from the answers of the API server. */
export function outcomeOf(object: PlainObject, { live, tried, forced }: Answers): ObjectDiff {
  const base = { object: nameOf(object), fields: [], conflicts: [] };
  if (tried === undefined) return { ...base, outcome: 'refused', reason: 'it was not tried' };
  if ('error' in tried) {
    const conflicts = conflictsIn(tried.error);
    if (conflicts === undefined) return { ...base, outcome: 'refused', reason: reasonOf(object, tried.error) };
    const isKnown = live !== undefined && forced !== undefined && 'applied' in forced;
    const fields = isKnown ? changesOf({ live, applied: forced.applied }) : [];
    return { ...base, outcome: 'conflict', conflicts, fields };
  }
  if (live === undefined) return { ...base, outcome: 'created' };
  const fields = changesOf({ live, applied: tried.applied });
  return { ...base, outcome: fields.length === 0 ? 'unchanged' : 'changed', fields };
}

/** An API server that cannot read a Secret may repeat a part of it. */
function reasonOf({ kind }: PlainObject, error: string): string {
  return kind === 'Secret' ? 'the words of the API server are not shown, as they may have data of the Secret' : error;
}
