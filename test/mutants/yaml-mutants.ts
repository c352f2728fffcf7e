import type { Mutant } from './mutant.ts';

/** Mutants of YAML, which all readers must read alike. */
export const yamlMutants: readonly Mutant[] = [
  {
    name: 'yaml-is-for-one-version-only',
    promise: 'A string that YAML 1.1 reads as a boolean or a number is quoted.',
    file: 'operator/declaration/src/yaml.ts',
    find: '[words, times, unprintable, blank]',
    replace: '[unprintable, blank]',
    test: 'operator/declaration/src/yaml.test.ts',
  },
  {
    name: 'yaml-forgets-the-reader-of-go',
    promise: 'A string that only the YAML reader of Go reads as a number is quoted.',
    file: 'operator/declaration/src/yaml.ts',
    find: '(inf|nan))$/i',
    replace: '(inf|nan))$/',
    test: 'test/conformance/yaml/every-writer.test.ts',
  },
  {
    name: 'definitions-are-read-as-cdk8s-does',
    promise: 'A CRD that YAML 1.1 and YAML 1.2 read differently is refused.',
    file: 'infra/src/yaml/read-yaml.ts',
    find: 'if (difference === undefined) return;',
    replace: 'if (difference === undefined || difference.path) return;',
    test: 'infra/src/yaml/yaml.test.ts',
  },
  {
    name: 'chart-writes-what-kubectl-misreads',
    promise: 'A chart with a CRD that cdk8s would write in a way that kubectl misreads is refused.',
    file: 'infra/src/api-objects/definitions.ts',
    find: 'definitions.flatMap(misread)',
    replace: '[]',
    test: 'infra/src/constructs/crds.test.ts',
  },
];
