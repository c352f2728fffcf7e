import type { Condition } from '../../base/index.ts';

/** A condition as a controller sets it. The runtime adds `lastTransitionTime` and `observedGeneration`. */
export interface ConditionInput extends Pick<Condition, 'type' | 'status' | 'reason' | 'message'> {
  /**
   * Whether to emit a Warning event when the condition is first written, and when its status, reason or message
   * changes. Use it for conditions that a user can act on. @default false
   */
  readonly emitsWarning?: boolean;
}

/**
 * Builds a condition.
 * @param holds true, false, or `undefined` for the status Unknown
 */
export function condition(
  type: string,
  holds: boolean | undefined,
  why: Pick<Condition, 'reason' | 'message'>,
): ConditionInput {
  const status = holds === undefined ? 'Unknown' : holds ? 'True' : 'False';
  return { type, status, reason: why.reason, message: why.message };
}

/**
 * Finds a condition by type: `tryFindCondition(deployment, 'Available')?.status === 'True'`.
 * @param source an object with conditions in its status, or the conditions
 */
export function tryFindCondition<T extends { readonly type: string }>(
  source:
    { readonly status?: { readonly conditions?: readonly T[] | undefined } | undefined } | readonly T[] | undefined,
  type: string,
): T | undefined {
  const conditions = isList(source) ? source : source?.status?.conditions;
  return conditions?.find((candidate) => candidate.type === type);
}

function isList<T>(value: readonly T[] | object | undefined): value is readonly T[] {
  return Array.isArray(value);
}
