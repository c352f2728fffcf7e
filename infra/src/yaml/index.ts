/**
 * YAML that has the same meaning for every parser: of YAML 1.1, of YAML 1.2, and Go's, which `kubectl`, Helm and Argo
 * CD use.
 *
 * - `write-yaml`: the output of cdk8s, with quotes where another parser needs them; `mistakable` finds these strings
 * - `read-yaml`: reads YAML, and throws where YAML 1.1 and YAML 1.2 differ
 */
export { mistakableIn } from './mistakable.ts';
export { readYaml } from './read-yaml.ts';
export { writeYaml } from './write-yaml.ts';
