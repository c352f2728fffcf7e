import type { Mutant } from './mutant.ts';

/** Mutants of YAML, which all readers must read alike. */
export const yamlMutants: readonly Mutant[] = [
  {
    name: 'yaml-is-for-one-version-only',
    promise: 'What YAML 1.1 reads as a boolean or a number is written in quotes.',
    file: 'operator/generate/src/yaml.ts',
    find: '[words, numbers, times, unprintable, blank]',
    replace: '[unprintable, blank]',
    test: 'operator/generate/src/yaml.test.ts',
  },
  {
    name: 'yaml-forgets-the-reader-of-go',
    promise: "What only Go's reader reads as a number is written in quotes.",
    file: 'operator/generate/src/yaml.ts',
    find: '[\\da-fxo_.:,+-]*|e',
    replace: '[\\da-f_.:,+-]*|e',
    test: 'test/conformance/yaml/every-writer.test.ts',
  },
  {
    name: 'manifests-are-for-cdk8s-only',
    promise: 'A manifest has in quotes what another reader than that of cdk8s would take for something else.',
    file: 'infra/src/yaml/write-yaml.ts',
    find: 'isMistakable(text) || text === merge',
    replace: 'text === merge',
    test: 'infra/src/yaml/yaml.test.ts',
  },
  {
    name: 'definitions-are-read-as-cdk8s-does',
    promise: 'A definition that two versions of YAML read differently is refused.',
    file: 'infra/src/yaml/read-yaml.ts',
    find: 'if (difference === undefined) return;',
    replace: 'if (difference === undefined || difference.path) return;',
    test: 'infra/src/yaml/yaml.test.ts',
  },
  {
    name: 'chart-writes-what-kubectl-misreads',
    promise: 'No chart brings a definition that cdk8s would write so that kubectl reads something else.',
    file: 'infra/src/constructs/crds.ts',
    find: 'definitions.flatMap(misread)',
    replace: '[]',
    test: 'infra/src/constructs/crds.test.ts',
  },
];
