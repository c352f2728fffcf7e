import { expect, it } from 'vitest';

import { ConfigMap } from '@kubewright/runtime/kinds';
import { defineApi, t } from '../../../runtime/src/api/index.ts';
import { awaitChange, defineController, owns } from '../../../runtime/src/reconcile/index.ts';
import { runController } from './run-controller.ts';

const Card = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Card',
  spec: t.object({ motto: t.optional(t.string()) }),
});
const object = { metadata: { namespace: 'default', name: 'today' }, spec: { motto: 'soup' } };

it('a child that a reconcile does not apply stays', async () => {
  const card = defineController(Card, {
    owns: { mottos: owns(ConfigMap) },
    async reconcile({ metadata: { name }, spec: { motto } }, { mottos }) {
      if (motto !== undefined) await mottos.apply({ metadata: { name }, data: { motto } });
      return awaitChange;
    },
  });
  await using run = await runController(card);
  const cards = run.server.client.resource(Card);
  await cards.create(object);
  await run.awaitIdle();
  await cards.mergePatch(object.metadata, { spec: { motto: null } });
  await run.awaitIdle();
  expect(run.server.objects(ConfigMap).map(({ data }) => data)).toEqual([{ motto: 'soup' }]);
});

it('a child that a reconcile deletes is gone, and is deleted with one request', async () => {
  const card = defineController(Card, {
    owns: { mottos: owns(ConfigMap, { delete: true }) },
    async reconcile({ metadata: { name }, spec: { motto } }, { mottos }) {
      if (motto !== undefined) await mottos.apply({ metadata: { name }, data: { motto } });
      else if (mottos.get(name) !== undefined) await mottos.delete(name);
      return awaitChange;
    },
  });
  await using run = await runController(card);
  const cards = run.server.client.resource(Card);
  await cards.create(object);
  await run.awaitIdle();
  const before = run.server.requests().length;
  await cards.mergePatch(object.metadata, { spec: { motto: null } });
  await run.awaitIdle();
  expect(run.server.objects(ConfigMap)).toEqual([]);
  const requests = run.server.requests().slice(before);
  expect(requests.filter(({ kind }) => kind === 'ConfigMap').map(({ verb }) => verb)).toEqual(['delete']);
});
