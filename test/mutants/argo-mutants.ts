import type { Mutant } from './mutant.ts';

const argoCd = 'infra/src/constructs/argo-cd';

/** Mutants of the health that Argo CD shows for a resource. */
export const argoMutants: readonly Mutant[] = [
  {
    name: 'argo-cd-takes-an-old-word-for-the-new',
    promise: 'Argo CD shows Progressing until the operator has observed the newest generation.',
    file: `${argoCd}/health-lua.ts`,
    find: 'if isOld(status) or isOld(ready)',
    replace: 'if isOld(ready)',
    test: `${argoCd}/health-lua.test.ts`,
  },
  {
    name: 'argo-cd-waits-for-what-stands-still',
    promise: 'Argo CD shows a Stalled resource as Degraded, with the message of the operator.',
    file: `${argoCd}/health-lua.ts`,
    find: 'return health("Degraded", stalled)',
    replace: 'return health("Progressing", stalled)',
    test: `${argoCd}/health-lua.test.ts`,
  },
];
