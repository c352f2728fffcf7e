import { expect, it } from 'vitest';

import { type OlmBundle, olmBundle } from '@kubewright/infra/olm';
import type { OperatorDefinition } from '@kubewright/runtime';

import { cafe, namespace as cafes } from '../../e2e/versions/cafes.ts';
import { release1, release2 } from '../../support/samples/cafe/index.ts';
import { buildRelease, definitionName } from '../../support/cafe/installed-cafes.ts';
import { install } from './installed-by-hand.ts';
import { objectsOfBundle } from './objects-of-bundle.ts';
import { namespaceOf, type OlmCluster } from './olm-cluster.ts';

const where = { namespace: 'cafes-system', targets: [] };

/** The bundle of a release of somebody else's operator, from its generated `declaration.json`. */
async function bundleOf(release: OperatorDefinition, replaces?: string): Promise<OlmBundle> {
  const { namespace } = where;
  const { declaration } = await buildRelease(release, namespace);
  return olmBundle({
    declaration,
    environment: {
      name: 'olm',
      namespace,
      image: { repository: 'example.com/cafes' },
      createsEverywhere: ['configmaps'],
    },
    maintainers: { Ada: 'ada@example.com' },
    provider: { name: 'Example' },
    ...(replaces !== undefined && { replaces }),
  });
}

/** An author's operator, upgraded to a release that serves a second version of its kind. */
export function testConversion(cluster: () => OlmCluster): void {
  const read = async (version: string, name: string): Promise<unknown> =>
    (await cluster().find(`cafes.${version}.example.com`, cafes, name))?.spec;

  it('converts objects of an older version, once the bundle of an author has a new one', async () => {
    const first = await bundleOf(release1);
    await install(cluster(), first, where);
    await cluster().apply(namespaceOf(cafes), cafe('v1', 'old', { openFor: '150m', guests: 20, waiter: 'Ada' }));

    const second = await bundleOf(release2, first.name);
    await install(cluster(), second, where);
    expect(await read('v2', 'old')).toEqual({ openMinutes: 150, seats: 20 });
    expect(await read('v1', 'old')).toEqual({ openFor: '150m', guests: 20, waiter: 'Ada' });
    await cluster().apply(cafe('v2', 'new', { openMinutes: 480, seats: 10, terrace: 4 }));
    expect(await read('v1', 'new')).toEqual({ openFor: '8h', guests: 10 });

    const definition = await cluster().find('crd', '', definitionName);
    const wanted = objectsOfBundle(second, where).find(({ metadata }) => metadata.name === definitionName);
    expect(definition).toMatchObject({ spec: { conversion: { strategy: 'Webhook' } } });
    expect(definition).toMatchObject(wanted ?? {});
  });
}
