import { expect, it } from 'vitest';

import { defineApi, t } from '../../../runtime/src/api/index.ts';
import { formatApiVersion } from '../../../runtime/src/base/index.ts';
import { ConfigMap } from '@kubewright/runtime/kinds';
import { awaitChange, defineController, owns, reads, usedBy, watches } from '../../../runtime/src/reconcile/index.ts';
import { runController } from './run-controller.ts';

const Card = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Card',
  spec: t.object({ menu: t.string() }),
});

const seen: unknown[] = [];

/**
 * A controller that owns one ConfigMap, watches another one that its spec names, and reads ConfigMaps with a label
 * selector and with a trim.
 */
const card = defineController(Card, {
  owns: { prints: owns(ConfigMap) },
  reads: {
    labelled: reads(ConfigMap, { labelSelector: 'kind=menu' }),
    names: reads(ConfigMap, { trim: ({ data: _, ...rest }) => rest, indexes: { byName: (map) => map.metadata.name } }),
  },
  watches: {
    menus: watches(
      ConfigMap,
      usedBy(Card, (each) => [each.spec.menu]),
    ),
  },
  async reconcile(object, { prints, labelled, names, menus }) {
    const menu = menus.get(object.spec.menu);
    seen.push([menu?.data?.['soup'], names.by('byName', object.spec.menu)[0]?.data, labelled.listAll().length]);
    await prints.apply({ metadata: { name: object.metadata.name }, data: { soup: menu?.data?.['soup'] ?? 'none' } });
    return awaitChange;
  },
});

it('each handle of a kind returns the objects that its own declaration selects', async () => {
  await using run = await runController(card);
  const maps = run.server.client.resource(ConfigMap);
  const named = (kind: string, name: string) => ({ apiVersion: 'v1', kind, metadata: { name, namespace: 'default' } });
  const menu = { ...named('ConfigMap', 'lunch'), data: { soup: 'leek' } };
  await maps.create(menu);
  const body = { ...named('Card', 'today'), apiVersion: formatApiVersion(Card), spec: { menu: 'lunch' } };
  await run.server.client.resource(Card).create(body);
  await run.awaitIdle();
  expect(seen.at(-1)).toEqual(['leek', undefined, 0]);
  await maps.mergePatch({ namespace: 'default', name: 'lunch' }, { data: { soup: 'pea' } });
  await run.awaitIdle();
  expect(seen.at(-1)).toEqual(['pea', undefined, 0]);
  expect((await maps.get({ namespace: 'default', name: 'today' })).data).toEqual({ soup: 'pea' });
  const writes = run.server.requests().length;
  await run.awaitIdle();
  expect(run.server.requests().length).toBe(writes);
});
