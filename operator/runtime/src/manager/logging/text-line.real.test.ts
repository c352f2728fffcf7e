import { describe, expect, it } from 'vitest';

import { createGroupName, useCluster } from '../../../fixtures/cluster-fixture.ts';
import { defineApi, t } from '../../api/index.ts';
import { ConfigMap } from '../../kinds/index.ts';
import { awaitChange, defineController, owns } from '../../reconcile/index.ts';
import { createLogger } from './logger.ts';

const Cafe = defineApi({
  group: createGroupName('text'),
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({ size: t.integer() }),
  status: t.object({ seats: t.integer() }),
});

const cluster = useCluster(Cafe);

describe('the log of a controller as text', () => {
  it('shows in columns what it does, to which object, and why', async () => {
    const definition = defineController(Cafe, {
      owns: { menus: owns(ConfigMap) },
      async reconcile({ spec }, { menus, status }) {
        await menus.apply({ metadata: { name: 'home' }, data: { size: String(spec.size) } });
        status.set({ seats: spec.size });
        return awaitChange;
      },
    });
    let text = '';
    const destination = { write: (line: string) => void (text += line) };
    const logger = createLogger({ level: 'debug', format: 'text', destination });
    const { namespace, client } = cluster();
    {
      await using run = await cluster().run(definition, { logger });
      await cluster().create(Cafe, 'home', { spec: { size: 1 } });
      await expect.poll(() => run.idle && text.match(/ reconciled /g)?.length, { timeout: 30_000 }).toBe(1);
      const desk = { fieldManager: 'front-desk' };
      await client.resource(Cafe).mergePatch({ namespace, name: 'home' }, { spec: { size: 2 } }, desk);
      await expect.poll(() => run.idle && text.match(/ reconciled /g)?.length, { timeout: 30_000 }).toBe(2);
    }
    const normal = text
      .replaceAll(namespace, 'cafes'.padEnd(namespace.length, '-'))
      .replaceAll(/^\S+/gm, '12:00:00.000')
      .replaceAll(/reconcile=\w+/g, 'reconcile=1305adbf')
      .replaceAll(/durationMs=\d+/g, 'durationMs=9');
    expect(normal).toMatchInlineSnapshot(`
      "12:00:00.000 INFO  cafe                      controller started  workers=10
      12:00:00.000 INFO  cafe     cafes-----------/home created a child  ConfigMap cafes-----------/home  reconcile=1305adbf  ← created by kubewright
      12:00:00.000 DEBUG cafe     cafes-----------/home wrote the status  status  reconcile=1305adbf  ← created by kubewright
      12:00:00.000 DEBUG cafe     cafes-----------/home reconciled  result=success  durationMs=9  reconcile=1305adbf  ← created by kubewright
      12:00:00.000 INFO  cafe     cafes-----------/home updated a child  ConfigMap cafes-----------/home: data.size  because="the desired state has changed"  reconcile=1305adbf  ← spec.size by front-desk
      12:00:00.000 DEBUG cafe     cafes-----------/home wrote the status  status.observedGeneration, status.seats  reconcile=1305adbf  ← spec.size by front-desk
      12:00:00.000 DEBUG cafe     cafes-----------/home reconciled  result=success  durationMs=9  reconcile=1305adbf  ← spec.size by front-desk
      12:00:00.000 INFO  cafe                           controller stopped
      "
    `);
  });
});
