import { step } from '../change.ts';
import { isSame } from '../is-same.ts';
import type { Comparison } from './node.ts';

export const compareDefaults: Comparison = ({ before: { default: old }, after: { default: now }, path }) => {
  if (isSame(old, now)) return [];
  const rule = old === undefined ? 'default-added' : now === undefined ? 'default-removed' : 'default-changed';
  return [{ rule, path, what: `default: ${step(old, now)}` }];
};

/**
 * An API server replaces a null by the default, or drops it, where it is not accepted; only where the value must be there, it
 * refuses it.
 */
export const compareNulls: Comparison = ({ before, after, path, refusedNull = false }) => {
  const [old, now] = [before.nullable === true, after.nullable === true];
  if (old === now) return [];
  const wasRefused = refusedNull && before.default === undefined;
  const kept = wasRefused ? 'null-accepted' : 'null-kept';
  return [{ rule: now ? kept : 'null-dropped', path, what: `nullable: ${step(old, now)}` }];
};
