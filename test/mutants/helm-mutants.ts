import type { Mutant } from './mutant.ts';

/** Mutants of the Helm chart. */
export const helmMutants: readonly Mutant[] = [
  {
    name: 'chart-forgets-a-value',
    promise: 'Every option of an environment has a value of the chart, or the chart says what to do instead.',
    file: 'infra/src/helm/values.ts',
    find: "['secure', 'plain', 'certificateSecret']",
    replace: "['secure', 'plain']",
    test: 'infra/src/helm/helm-chart.test.ts',
  },
  {
    name: 'values-without-descriptions',
    promise: 'The schema of the values has the comments of values.yaml.',
    file: 'infra/src/helm/values-file.ts',
    find: '...(comment !== undefined && { description: comment }),',
    replace: '',
    test: 'infra/src/helm/helm-chart.test.ts',
  },
];
