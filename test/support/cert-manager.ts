import { readModuleFiles } from './go-module.ts';
import type { Manifest } from './manifests.ts';
import { readYaml } from './read-yaml.ts';

/** Reads the CRDs of cert-manager for these plurals from the Go module that `go.sum` pins. */
export async function readCertManagerCrds(plurals: readonly string[]): Promise<readonly Manifest[]> {
  const texts = await readModuleFiles({
    pinnedIn: 'cert-manager',
    module: 'github.com/cert-manager/cert-manager',
    files: plurals.map((plural) => `deploy/crds/cert-manager.io_${plural}.yaml`),
  });
  return texts.flatMap((text) => readYaml(text) as readonly Manifest[]);
}
