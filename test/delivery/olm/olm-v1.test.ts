import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildClusterExtension, buildOurBundles } from '@kubewright/infra/olm';

import { root } from '../../../scripts/run.ts';
import { readModuleFiles } from '../../support/go-module.ts';
import { readYaml } from '../../support/read-yaml.ts';
import { startTestCluster, type TestCluster } from '../../support/test-cluster.ts';

/** OLM v1 itself does not run here, but its CRDs validate the objects. */
describe('an API server with the CRDs of OLM v1', () => {
  let cluster: TestCluster;

  const apply = (objects: readonly object[]): Promise<string> => {
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    const { kubectl } = cluster.cluster.controlPlane;
    return kubectl(['apply', '--server-side', '--validate=strict', '-f', '-'], { input });
  };

  beforeAll(async () => {
    cluster = await startTestCluster();
    const { kubectl } = cluster.cluster.controlPlane;
    const files = ['catalogd/crd/standard/olm.operatorframework.io_clustercatalogs.yaml'];
    files.push('operator-controller/crd/standard/olm.operatorframework.io_clusterextensions.yaml');
    const definitions = await readModuleFiles({
      pinnedIn: 'olm-v1',
      module: 'github.com/operator-framework/operator-controller',
      files: files.map((file) => `helm/olmv1/base/${file}`),
    });
    for (const input of definitions) await kubectl(['apply', '--server-side', '-f', '-'], { input });
    await kubectl(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=60s']);
  });

  afterAll(() => cluster[Symbol.asyncDispose]());

  it.each(buildOurBundles())('accepts the objects that install $name', async (bundle) => {
    const objects = buildClusterExtension({
      bundle,
      catalogImage: 'registry.example/catalog:v1',
      namespace: bundle.package,
    });
    expect((await apply(objects)).trim().split('\n')).toHaveLength(objects.length);
  });

  it('accepts the objects of the page', async () => {
    const page = await readFile(path.join(root, 'infra/docs/olm.md'), 'utf8');
    const [, block = ''] = /^## OLM v1$.*?^```yaml\n(.*?)^```$/ms.exec(page) ?? [];
    expect(await apply(readYaml(block) as readonly object[])).toMatch(/clustercatalog.*\n.*clusterextension/);
  });
});
