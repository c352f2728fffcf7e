import { expect, it } from 'vitest';

import { defineApi, t } from '@kubewright/runtime/internal/api';
import { defineConversion, spoke } from '@kubewright/runtime/internal/conversion';
import { awaitChange, defineController } from '@kubewright/runtime/internal/reconcile';
import { runController } from './run-controller.ts';

const cafe = { group: 'example.com', kind: 'Cafe' } as const;
const CafeV1 = defineApi({
  ...{ ...cafe, version: 'v1' },
  spec: t.object({ hours: t.integer(), waiter: t.optional(t.string()) }),
  status: t.object({ open: t.boolean() }),
});
const CafeV2 = defineApi({
  ...{ ...cafe, version: 'v2' },
  spec: t.object({ minutes: t.integer() }),
  status: t.object({ open: t.boolean() }),
});
const OldCafe = defineApi({ ...{ ...cafe, version: 'v1beta1' }, spec: t.object({}) });
const cafes = defineConversion(CafeV2, [
  spoke(CafeV1, {
    toHub: ({ spec: { hours }, status }) => ({ spec: { minutes: hours * 60 }, status }),
    fromHub: ({ spec: { minutes }, status }) => ({ spec: { hours: Math.ceil(minutes / 60) }, status }),
  }),
  spoke(OldCafe, { served: false, toHub: () => ({ spec: { minutes: 0 } }), fromHub: () => ({ spec: {} }) }),
]);

it('a controller reconciles the hub of an object that a client writes in another version', async () => {
  const controller = defineController(CafeV2, {
    reconcile({ spec }, { status }) {
      status.set({ open: spec.minutes > 60 });
      return Promise.resolve(awaitChange);
    },
  });
  await using run = await runController(controller, { conversions: [cafes] });
  const { server } = run;
  const old = server.client.resource(CafeV1);
  const metadata = { namespace: 'shop', name: 'blue' };
  await old.create({ metadata, spec: { hours: 2, waiter: 'Ada' } });
  await run.awaitIdle();
  expect(server.objects(CafeV2)).toMatchObject([{ spec: { minutes: 120 }, status: { open: true } }]);
  expect(server.objects(CafeV1)).toMatchObject([{ spec: { hours: 2, waiter: 'Ada' }, status: { open: true } }]);
  await old.mergePatch(metadata, { spec: { hours: 1 } });
  await run.awaitIdle();
  expect((await old.get(metadata)).status).toMatchObject({ open: false });
  await expect(server.client.resource(OldCafe).list()).rejects.toThrow('does not serve cafes of example.com/v1beta1');
});
