import { describe, expect, it } from 'vitest';

import { readYaml } from '../yaml/read-yaml.ts';
import type { OlmBundle } from './bundle.ts';
import { buildClusterExtension, renderOlmCatalog } from './catalog.ts';
import { buildOurBundles, renderOurCatalog } from './our-bundles.ts';

const [first, second] = buildOurBundles() as [OlmBundle, OlmBundle];

describe('a catalog', () => {
  it('has a file for each package, with its channels, and the bundles in them', () => {
    const files = renderOurCatalog();
    expect([...files.keys()]).toEqual(['memcachedoperator/catalog.yaml', 'kubewright/catalog.yaml']);
    const entries = readYaml([files.get('memcachedoperator/catalog.yaml') ?? '']);
    expect(entries).toMatchObject([
      { schema: 'olm.package', name: 'memcachedoperator', defaultChannel: 'alpha' },
      {
        schema: 'olm.channel',
        name: 'alpha',
        entries: [{ name: first.name }, { name: second.name, replaces: first.name }],
      },
      { schema: 'olm.bundle', name: first.name, image: 'ghcr.io/kubewright/memcachedoperator-bundle:v0.0.1' },
      { schema: 'olm.bundle', name: second.name },
    ]);
  });

  it('is rejected if a bundle replaces one that it lacks, or two have the same name', () => {
    expect(() => renderOlmCatalog([{ bundle: second, image: 'a:1' }])).toThrow(
      'replaces memcachedoperator.v0.0.1, which the catalog lacks',
    );
    const twice = [first, first].map((bundle) => ({ bundle, image: 'a:1' }));
    expect(() => renderOlmCatalog(twice)).toThrow('two bundles are named memcachedoperator.v0.0.1');
  });
});

describe('an example for OLM v1', () => {
  it('installs each of our bundles with OLM v1, from the catalog of its package', () => {
    for (const bundle of buildOurBundles()) {
      const objects = buildClusterExtension({
        bundle,
        catalogImage: 'registry.example/catalog:v1',
        namespace: 'operators',
      });
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
    for (const { clusterServiceVersion, files } of buildOurBundles()) {
      expect(JSON.stringify(clusterServiceVersion)).toContain('{"type":"AllNamespaces","supported":true}');
      expect([...files.keys()]).not.toContain('metadata/dependencies.yaml');
    }
  });
});
