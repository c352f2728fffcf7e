import { readModuleFiles } from './go-module.ts';
import type { Manifest } from './manifests.ts';
import { readYaml } from './read-yaml.ts';

/** Reads the standard CRDs of the Gateway API for these plurals from the Go module that `go.sum` pins. */
export async function readGatewayCrds(plurals: readonly string[]): Promise<readonly Manifest[]> {
  const texts = await readModuleFiles({
    pinnedIn: 'gateway-api',
    module: 'sigs.k8s.io/gateway-api',
    files: plurals.map((plural) => `config/crd/standard/gateway.networking.k8s.io_${plural}.yaml`),
  });
  return texts.flatMap((text) => readYaml(text) as readonly Manifest[]);
}
