import { createHash } from 'node:crypto';

/** What a simulated controller knows when it computes a status. */
export interface Outcome {
  /** The current time as an RFC 3339 timestamp. */
  readonly now: string;
  /** Whether the object fails, instead of becoming ready or complete. */
  readonly fails: boolean;
  /** The number of stored Nodes; 1 if the test stores none. */
  readonly nodes: number;
}

/** A condition that a simulated controller writes. */
export interface WrittenCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

interface StoredCondition extends WrittenCondition {
  readonly lastTransitionTime?: string;
}

/**
 * Merges new conditions into those of `before`. `lastTransitionTime` changes only if the status of the condition does.
 */
export function mergeConditions(
  before: readonly object[] = [],
  written: readonly WrittenCondition[],
  { now, seen }: { readonly now: string; readonly seen: 'lastUpdateTime' | 'lastProbeTime' },
): readonly object[] {
  const held = before as readonly StoredCondition[];
  const isWritten = ({ type }: StoredCondition): boolean => written.some((each) => each.type === type);
  return [...held.filter((each) => !isWritten(each)), ...written.map((each) => merge(each))];

  function merge(condition: WrittenCondition): object {
    const old = held.find(({ type }) => type === condition.type);
    // Like the real controllers, does not change a condition with the same status and message.
    if (old?.status === condition.status && old.message === condition.message) return old;
    const since = old?.status === condition.status ? old.lastTransitionTime : now;
    return { ...condition, lastTransitionTime: since, [seen]: now };
  }
}

const letters = 'bcdfghjklmnpqrstvwxz2456789';

/**
 * The name of a revision of a Pod template, with a hash of the template as its suffix, like the name of a ReplicaSet.
 */
export function nameRevision(name: string, template: unknown): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify(template ?? null))
    .digest()
    .subarray(0, 10);
  return `${name}-${[...bytes].map((byte) => letters.charAt(byte % letters.length)).join('')}`;
}
