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
