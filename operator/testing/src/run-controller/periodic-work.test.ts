import { describe, expect, it } from 'vitest';

import { defineApi, t } from '../../../runtime/src/api/index.ts';
import { formatApiVersion } from '../../../runtime/src/base/index.ts';
import { awaitChange, defineController } from '../../../runtime/src/reconcile/index.ts';
import { runController } from './run-controller.ts';

const Warehouse = defineApi({
  group: 'example.com',
  version: 'v1',
  kind: 'Warehouse',
  spec: t.object({}),
  status: t.object({ stock: t.integer() }),
});

const warehouse = defineController(Warehouse, {
  uses: { stock: () => ({ count: 0, listChanged: async (): Promise<readonly string[]> => [] }) },
  triggers: {
    inventory: {
      everyMs: 3_600_000,
      async work({ stock, resources }) {
        const names = await stock.listChanged();
        return resources().flatMap(({ metadata: { name, namespace = '' } }) =>
          names.includes(name) ? [{ name, namespace }] : [],
        );
      },
    },
  },
  async reconcile(_warehouse, { stock, status }) {
    status.set({ stock: stock.count });
    return awaitChange;
  },
});

describe('periodic work of a controller in memory', () => {
  it('runs once in each period that the test advances, and reconciles the objects whose keys it returns', async () => {
    const stock = { count: 0, calls: 0, listChanged: async () => ((stock.calls += 1), ['north']) };
    await using run = await runController(warehouse, { uses: { stock } });
    for (const name of ['north', 'south']) {
      const metadata = { name, namespace: 'default' };
      await run.server.client
        .resource(Warehouse)
        .create({ apiVersion: formatApiVersion(Warehouse), kind: 'Warehouse', metadata, spec: {} });
    }
    await run.awaitIdle();
    stock.count = 7;
    const readStock = (): unknown[] => run.server.objects(Warehouse).map(({ status }) => status?.stock);
    expect([stock.calls, readStock()]).toEqual([0, [0, 0]]);
    await run.advance(3_600_000);
    expect([stock.calls, readStock()]).toEqual([1, [7, 0]]);
    await run.advance(2 * 3_600_000);
    expect(stock.calls).toBe(3);
  });
});
