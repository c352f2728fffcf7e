import { describe, expect, it } from 'vitest';

import { systemClock } from '@kubewright/runtime/internal/base';
import { ConfigMap } from '@kubewright/runtime/kinds';
import { createOpenApiServer } from './in-memory-api-server.ts';
import { Store } from './store.ts';

const map = (name: string) =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'default', name } }) as const;

/** Creates a store with the objects `a` and `b`, and a backup from before `b`. */
async function setUp() {
  const store = new Store();
  const { server } = createOpenApiServer({ clock: systemClock }, store);
  const maps = server.client.resource(ConfigMap);
  await maps.create(map('a'));
  const backup = store.backUp();
  await maps.create(map('b'));
  await maps.delete({ namespace: 'default', name: 'a' }, { propagation: 'Background' });
  return { store, maps, backup, newest: Number(server.resourceVersion) };
}

describe('a restored store', () => {
  it('has the objects of the backup and continues with its resource versions', async () => {
    const { store, maps, backup } = await setUp();
    store.restore(backup);
    const { items, resourceVersion } = await maps.list();
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['a']);
    expect(resourceVersion).toBe(String(backup.version));
    expect((await maps.create(map('c'))).metadata.resourceVersion).toBe(String(backup.version + 1));
  });

  it('can be restored again from the same backup', async () => {
    const { store, maps, backup } = await setUp();
    store.restore(backup);
    await maps.create(map('c'));
    store.restore(backup);
    expect((await maps.list()).items.map(({ metadata }) => metadata.name)).toEqual(['a']);
  });

  it('rejects every earlier resource version as expired if versions continue above all used ones', async () => {
    const { store, maps, backup, newest } = await setUp();
    store.restore(backup, newest + 1);
    const sent: unknown[] = [];
    for await (const event of await maps.watch({ resourceVersion: String(newest), timeoutSeconds: 1 }))
      sent.push(event);
    expect(sent).toMatchObject([{ type: 'ERROR', object: { code: 410 } }]);
  });
});
