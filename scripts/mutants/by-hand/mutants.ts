import { data } from './data.ts';
import { leadership } from './leadership.ts';
import { manifests } from './manifests.ts';
import type { Mutant } from './mutant.ts';
import { operators } from './operators.ts';
import { permissions } from './permissions.ts';
import { security } from './security.ts';

/**
 * The handwritten mutants, at most 60: each breaks a promise that several modules or processes keep together, or a
 * promise of the delivery. Stryker mutates single modules of the runtime.
 */
export const mutants: readonly Mutant[] = [
  ...leadership,
  ...permissions,
  ...security,
  ...manifests,
  ...data,
  ...operators,
];
