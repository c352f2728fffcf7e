import { expect, it } from 'vitest';

import { connectPetStore } from '../../../operator/src/pet-store/index.ts';
import { Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { petTour } from '../../demo/tours/pet.ts';
import { DemoCluster } from '../../demo/demo-cluster.ts';
import { until } from '../../support/until.ts';

const thor = { name: 'Thor', type: 'dog', birthday: { year: 2021, month: 4, day: 1 } } as const;

it('the address of the store that a demo prints works after the Pod of the store was replaced', async () => {
  const cluster = new DemoCluster(new AbortController().signal);
  try {
    const context = await cluster.start(() => undefined);
    for (const step of petTour.before ?? []) await step.run(context, () => undefined);
    const printed = (await petTour.commands(context)).join('\n');
    const address = /--address (\S+)/.exec(printed)?.[1] ?? '';
    await using store = connectPetStore({ address });
    await until('the store answers', () => store.add([thor]).catch(() => undefined));
    const pods = context.client.resource(Pod);
    const [before] = (await pods.list({ namespace: 'petstore' })).items;
    await pods.delete({ namespace: 'petstore', name: before?.metadata.name ?? '' }, { propagation: 'Background' });
    // It keeps its pets in memory: an empty store is another one.
    await until('another Pod answers at the same address', async () => {
      const held = await store.search().catch(() => undefined);
      return held?.length === 0;
    });
    expect((await petTour.commands(context)).join('\n')).toBe(printed);
  } finally {
    await cluster.stop({ removeLogs: true });
  }
});
