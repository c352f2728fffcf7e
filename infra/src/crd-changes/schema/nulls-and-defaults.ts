import { step } from '../change.ts';
import { isSame } from '../is-same.ts';
import type { Comparison } from './node.ts';

export const compareDefaults: Comparison = ({ before: { default: old }, after: { default: now }, path }) => {
  if (isSame(old, now)) return [];
  const rule = old === undefined ? 'default-added' : now === undefined ? 'default-removed' : 'default-changed';
  return [{ rule, path, what: `default: ${step(old, now)}` }];
};

export const compareNulls: Comparison = ({ before, after, path }) => {
  const [old, now] = [before.nullable === true, after.nullable === true];
  if (old === now) return [];
  const accepted = before.default === undefined ? 'null-accepted' : 'null-kept';
  return [{ rule: now ? accepted : 'null-refused', path, what: `nullable: ${step(old, now)}` }];
};
