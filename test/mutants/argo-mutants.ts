import type { Mutant } from './mutant.ts';

const argoCd = 'infra/src/api-objects';
const gitOps = 'infra/src/gitops';

/** Mutants of the health that Argo CD shows for a resource, and of what Argo CD and Flux do with manifests. */
export const argoMutants: readonly Mutant[] = [
  {
    name: 'argo-cd-takes-an-old-word-for-the-new',
    promise: 'Argo CD shows Progressing until the operator has observed the newest generation.',
    file: `${argoCd}/argo-cd-health.ts`,
    find: 'if isOld(status) or isOld(ready)',
    replace: 'if isOld(ready)',
    test: `${argoCd}/health-lua.test.ts`,
  },
  {
    name: 'argo-cd-waits-for-what-stands-still',
    promise: 'Argo CD shows a Stalled resource as Degraded, with the message of the operator.',
    file: `${argoCd}/argo-cd-health.ts`,
    find: 'return health("Degraded", stalled)',
    replace: 'return health("Progressing", stalled)',
    test: `${argoCd}/health-lua.test.ts`,
  },
  {
    name: 'no-wave-waits-for-an-application',
    promise: 'Argo CD shows an Application as healthy only once it has found it so.',
    file: `${argoCd}/argo-cd-health.ts`,
    find: 'found.status or "Progressing"',
    replace: '"Healthy"',
    test: `${argoCd}/application-lua.test.ts`,
  },
  {
    name: 'argo-cd-prunes-definitions',
    promise: 'Argo CD neither prunes definitions that are kept, nor deletes them with their Application.',
    file: `${gitOps}/argo-cd.ts`,
    find: 'const isKept = isKeptByArgoCd(unit);',
    replace: 'const isKept = isKeptByArgoCd(unit) && false;',
    test: `${gitOps}/argo-cd.test.ts`,
  },
  {
    name: 'argo-cd-compares-what-others-write',
    promise: 'Argo CD does not compare fields that the operator writes at run time.',
    file: `${gitOps}/argo-cd.ts`,
    find: 'ignoreDifferences.length > 0 &&',
    replace: 'ignoreDifferences.length < 0 &&',
    test: `${gitOps}/argo-cd.test.ts`,
  },
  {
    name: 'flux-prunes-definitions',
    promise: 'Flux does not prune definitions that are kept.',
    file: `${gitOps}/flux.ts`,
    find: 'prune: !isKeptByFlux(unit),',
    replace: 'prune: true,',
    test: `${gitOps}/flux.test.ts`,
  },
  {
    name: 'definitions-in-the-kustomization-of-all',
    promise: 'Who deletes the kustomization of an environment deletes no definition.',
    file: 'infra/src/synthesis/manifests.ts',
    find: ' && !isKeptByFlux(unit)',
    replace: '',
    test: 'infra/src/synthesis/manifests.test.ts',
  },
];
