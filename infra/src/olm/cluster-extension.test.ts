import { expect, it } from 'vitest';

import { clusterExtension } from './cluster-extension.ts';
import { ourBundles } from './our-bundles.ts';

it('installs each of our bundles by OLM v1, from the catalog of its package', () => {
  for (const bundle of ourBundles()) {
    const objects = clusterExtension({ bundle, catalogImage: 'registry.example/catalog:v1', namespace: 'operators' });
    expect(objects.map(({ kind }) => kind)).toEqual([
      'ClusterCatalog',
      'Namespace',
      'ServiceAccount',
      'ClusterExtension',
    ]);
    const [catalog, , account, extension] = objects;
    expect(catalog).toMatchObject({
      spec: { source: { type: 'Image', image: { ref: 'registry.example/catalog:v1' } } },
    });
    expect(extension).toMatchObject({
      metadata: { name: bundle.package },
      spec: {
        namespace: 'operators',
        serviceAccount: { name: account?.metadata.name },
        source: { catalog: { packageName: bundle.package, channels: [bundle.channels[0]] } },
      },
    });
  }
});

it('is possible for our bundles: they serve all namespaces and depend on no other package', () => {
  for (const { clusterServiceVersion, files } of ourBundles()) {
    expect(JSON.stringify(clusterServiceVersion)).toContain('{"type":"AllNamespaces","supported":true}');
    expect([...files.keys()]).not.toContain('metadata/dependencies.yaml');
  }
});
