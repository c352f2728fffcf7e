import type { Mutant } from './mutant.ts';

/** Mutants of the Helm chart, and of how its templates are made. */
export const helmMutants: readonly Mutant[] = [
  {
    name: 'chart-takes-a-sample-for-a-constant',
    promise: 'A template has a value wherever objects show it, not the sample that they were made with.',
    file: 'infra/src/helm/template/learn.ts',
    find: 'return !first.valueSet.filled.some((each) => isUnique(each) && isIn(each, text));',
    replace: 'return true;',
    test: 'infra/src/helm/template/learn.test.ts',
  },
  {
    name: 'chart-keeps-a-wrong-template',
    promise: 'A template that is wrong for one environment is made anew.',
    file: 'infra/src/helm/template/learn.ts',
    find: 'return fresh.every((sample) => {',
    replace: 'return fresh.some((sample) => {',
    test: 'infra/src/helm/template/learn.test.ts',
  },
  {
    name: 'chart-forgets-a-value',
    promise: 'Every value that the chart accepts shows in its objects as the constructs show it.',
    file: 'infra/src/helm/options/pod-options.ts',
    find: "    shown('replicas', [4711]),\n",
    replace: '',
    test: 'infra/src/helm/chart.test.ts',
  },
  {
    name: 'values-without-descriptions',
    promise: 'The schema of the values has what the README of the chart says of each.',
    file: 'infra/src/helm/values-schema.ts',
    find: "...(description !== '' && { description }),",
    replace: '',
    test: 'infra/src/helm/chart.test.ts',
  },
];
