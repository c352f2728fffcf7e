import { data } from './data.ts';
import { leadership } from './leadership.ts';
import { manifests } from './manifests.ts';
import type { Mutant } from './mutant.ts';
import { operators } from './operators.ts';
import { permissions } from './permissions.ts';
import { security } from './security.ts';

/**
 * The mutants that are written by hand, at most 60: each breaks a promise that several modules or processes keep
 * together, or one of what is delivered. Everything within a module of the runtime is left to Stryker.
 */
export const mutants: readonly Mutant[] = [
  ...leadership,
  ...permissions,
  ...security,
  ...manifests,
  ...data,
  ...operators,
];
