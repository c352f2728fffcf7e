import { describe, expect, it } from 'vitest';

import { readYaml } from '../yaml/read-yaml.ts';
import { olmCatalog } from './catalog.ts';
import type { OlmBundle } from './options.ts';
import { ourBundles, ourCatalog } from './our-bundles.ts';

const [first, second] = ourBundles() as [OlmBundle, OlmBundle];

describe('a catalog', () => {
  it('has a file for each package, with its channels, and the bundles in them', () => {
    const files = ourCatalog();
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

  it('is refused if a bundle replaces one that is not in it, or two have one name', () => {
    expect(() => olmCatalog([{ bundle: second, image: 'a:1' }])).toThrow(
      'replaces memcachedoperator.v0.0.1, which is not',
    );
    const twice = [first, first].map((bundle) => ({ bundle, image: 'a:1' }));
    expect(() => olmCatalog(twice)).toThrow('two bundles are memcachedoperator.v0.0.1');
  });
});
