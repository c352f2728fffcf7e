import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

import { readYaml } from '../../support/read-yaml.ts';
import { formatAddress, ClusterObjects, type GitOpsObject } from './cluster-objects.ts';
import type { GitOpsTests } from './gitops-tests.ts';

/** Tests every folder with a kustomization file, in both repositories. */
export function testFolders(tests: () => GitOpsTests): void {
  it('are complete in every folder that kustomize builds', async () => {
    const { own, cafes, ours } = tests();
    const objects = new ClusterObjects(own.cluster.controlPlane, 'kustomize');
    const roots = [cafes.repository, ours.path].map((repository) => path.join(repository, 'deploy'));
    const folders = roots.flatMap((root) =>
      globSync('**/kustomization.yaml', { cwd: root }).map((file) => path.join(root, path.dirname(file))),
    );
    // For each environment: each stage, all stages together, the Applications, the Kustomizations. For each repository:
    // the health checks.
    expect(folders).toHaveLength(2 * (3 + 1 + 2 + 1) + 1 + (4 + 1 + 2 + 1) + 1);
    for (const folder of folders) {
      const built = await objects.build(folder);
      expect(built.map(formatAddress).sort(), folder).toEqual(listIncluded(folder).map(formatAddress).sort());
      expect(built.length, folder).toBeGreaterThan(0);
    }
  });
}

/** Lists the objects in the files of a folder, and in the folders that it includes. */
function listIncluded(folder: string): readonly GitOpsObject[] {
  const [kustomization] = readYaml(readFileSync(path.join(folder, 'kustomization.yaml'), 'utf8'));
  const { resources } = kustomization as { readonly resources: readonly string[] };
  return resources.flatMap((resource) => {
    const included = path.join(folder, resource);
    if (!resource.endsWith('.yaml')) return listIncluded(included);
    return readYaml(readFileSync(included, 'utf8')) as readonly GitOpsObject[];
  });
}
