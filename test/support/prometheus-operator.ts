import { manifestsOfModule } from './go-module.ts';
import type { Manifest } from './manifests.ts';

/** The CRDs of the Prometheus Operator for these plurals, from the Go module that `go.sum` pins. */
export async function prometheusDefinitions(plurals: readonly string[]): Promise<readonly Manifest[]> {
  return manifestsOfModule({
    pinnedIn: 'prometheus-operator',
    module: 'github.com/prometheus-operator/prometheus-operator',
    files: plurals.map((plural) => `example/prometheus-operator-crd/monitoring.coreos.com_${plural}.yaml`),
  });
}
