import type { Mutant } from './mutant.ts';

const argoCd = 'infra/src/constructs/argo-cd';

/** Mutants of the health that Argo CD shows for a resource. */
export const argoMutants: readonly Mutant[] = [
  {
    name: 'argo-cd-takes-an-old-word-for-the-new',
    promise: 'Argo CD waits until the operator has seen the latest change.',
    file: `${argoCd}/health-lua.ts`,
    find: 'if isOld(status) or isOld(ready)',
    replace: 'if isOld(ready)',
    test: `${argoCd}/health-lua.test.ts`,
  },
  {
    name: 'argo-cd-waits-for-what-stands-still',
    promise: 'Argo CD calls what waits for a person Degraded, in the words of the operator.',
    file: `${argoCd}/health-lua.ts`,
    find: 'return health("Degraded", stalled)',
    replace: 'return health("Progressing", stalled)',
    test: `${argoCd}/health-lua.test.ts`,
  },
];
