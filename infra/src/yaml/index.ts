/**
 * YAML that every reader reads alike: YAML 1.1, YAML 1.2 and Go's, which `kubectl`, Helm and Argo CD share.
 *
 * - `write-yaml`: what cdk8s writes, with quotes where another reader needs them; `mistakable`: where that is
 * - `read-yaml`: refuses what two versions of YAML read differently, and says where
 */
export { mistakableIn } from './mistakable.ts';
export { readYaml } from './read-yaml.ts';
export { writeYaml } from './write-yaml.ts';
