import { readModuleFiles } from './go-module.ts';
import type { Manifest } from './manifests.ts';
import { readYaml } from './read-yaml.ts';

/** Reads the CRDs of the Prometheus Operator for these plurals from the Go module that `go.sum` pins. */
export async function readPrometheusCrds(plurals: readonly string[]): Promise<readonly Manifest[]> {
  const texts = await readModuleFiles({
    pinnedIn: 'prometheus-operator',
    module: 'github.com/prometheus-operator/prometheus-operator',
    files: plurals.map((plural) => `example/prometheus-operator-crd/monitoring.coreos.com_${plural}.yaml`),
  });
  return texts.flatMap((text) => readYaml(text) as readonly Manifest[]);
}
