import { expect, it } from 'vitest';

import { type OlmBundle, buildOlmBundle } from '@kubewright/infra/olm';
import type { OperatorDefinition } from '@kubewright/runtime';

import { buildCafe, namespace as cafes } from '../../e2e/versions/cafes.ts';
import { release1, release2 } from '../../support/samples/cafe/index.ts';
import { buildRelease, definitionName } from '../../support/cafe/installed-cafes.ts';
import { install } from './installed-by-hand.ts';
import { buildBundleObjects } from './bundle-objects.ts';
import { buildNamespace, type OlmCluster } from './olm-cluster.ts';

const where = { namespace: 'cafes-system', targets: [] };

/** The bundle of a release of an author's operator, from its generated `declaration.json`. */
async function buildBundle(release: OperatorDefinition, replaces?: string): Promise<OlmBundle> {
  const { namespace } = where;
  const { declaration } = await buildRelease(release, namespace);
  return buildOlmBundle({
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

/** Upgrades an author's operator to a release that serves a second version of its kind. */
export function testConversion(cluster: () => OlmCluster): void {
  const read = async (version: string, name: string): Promise<unknown> =>
    (await cluster().find(`cafes.${version}.example.com`, cafes, name))?.spec;

  it('converts objects of an older version, once the bundle of an author has a new one', async () => {
    const first = await buildBundle(release1);
    await install(cluster(), first, where);
    await cluster().apply(
      buildNamespace(cafes),
      buildCafe('v1', 'old', { openFor: '150m', guests: 20, waiter: 'Ada' }),
    );

    const second = await buildBundle(release2, first.name);
    await install(cluster(), second, where);
    expect(await read('v2', 'old')).toEqual({ openMinutes: 150, seats: 20 });
    expect(await read('v1', 'old')).toEqual({ openFor: '150m', guests: 20, waiter: 'Ada' });
    await cluster().apply(buildCafe('v2', 'new', { openMinutes: 480, seats: 10, terrace: 4 }));
    expect(await read('v1', 'new')).toEqual({ openFor: '8h', guests: 10 });

    const definition = await cluster().find('crd', '', definitionName);
    const wanted = buildBundleObjects(second, where).find(({ metadata }) => metadata.name === definitionName);
    expect(definition).toMatchObject({ spec: { conversion: { strategy: 'Webhook' } } });
    expect(definition).toMatchObject(wanted ?? {});
  });
}
