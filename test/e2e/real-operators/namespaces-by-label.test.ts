import { describe, expect, inject, it } from 'vitest';

import { buildDeclaration } from '../../../operator/generate/src/declaration.ts';
import { createGroupName, useCluster } from '../../../operator/runtime/fixtures/cluster-fixture.ts';
import { awaitChange, ConfigMap, defineApi, defineController, owns, t } from '../../../operator/runtime/src/index.ts';
import { Namespace } from '../../../operator/runtime/src/kinds/index.ts';
import { createUserWithOwnRules, omitFallbacks } from './own-rules.ts';

const group = createGroupName('namespaces-by-label');
const Shop = defineApi({ group, version: 'v1', kind: 'Shop', spec: t.object({}), status: t.object({}) });
const shop = defineController(Shop, {
  owns: { maps: owns(ConfigMap) },
  async reconcile({ metadata: { name } }, { maps, status }) {
    await maps.apply({ metadata: { name }, data: { open: 'yes' } });
    status.set({});
    return awaitChange;
  },
});
const declaration = buildDeclaration({
  ...{ name: 'shops', version: '1.0.0', description: '', controllers: [shop], settings: [] },
  namespaces: { labelSelector: `${group}/team=a` },
  ports: { metrics: 1, health: 2 },
});

const patient = { timeout: 60_000, interval: 50 };
const cluster = useCluster(Shop);

describe('an operator of namespaces by label', () => {
  it('serves a namespace while it has the label, with exactly the permissions of its declaration', async () => {
    const { client, namespace } = cluster();
    const label = (team: string | null) =>
      client.resource(Namespace).mergePatch({ name: namespace }, { metadata: { labels: { [`${group}/team`]: team } } });
    const findMap = () => client.resource(ConfigMap).tryGet({ namespace, name: 'first' });
    const place = { client, namespace, kubeconfigPath: inject('kubeconfigPath'), auditLogPath: inject('auditLogPath') };
    const definition = { ...shop, rules: declaration.controllers[0]?.rules ?? [] };
    await using user = await createUserWithOwnRules(definition, { ...place, everywhere: true });
    await cluster().create(Shop, 'first', { spec: {} });
    await using run = await cluster().run(shop, { client: user.client, namespaceSelector: `${group}/team=a` });
    await expect.poll(() => run.idle, patient).toBe(true);
    expect(await findMap()).toBeUndefined();

    await label('a');
    await expect.poll(findMap, patient).toBeDefined();
    await client.resource(ConfigMap).mergePatch({ namespace, name: 'first' }, { data: { open: 'no' } });
    await expect.poll(async () => (await findMap())?.data, patient).toEqual({ open: 'yes' });

    await label('b');
    await expect.poll(() => run.controller.objects().length, patient).toBe(0);
    await client.resource(ConfigMap).mergePatch({ namespace, name: 'first' }, { data: { open: 'no' } });
    await expect.poll(() => run.idle, patient).toBe(true);
    expect((await findMap())?.data).toEqual({ open: 'no' });

    await expect.poll(async () => omitFallbacks(await user.readUsed()), patient).toEqual(omitFallbacks(user.granted));
    expect(await user.readForbidden()).toEqual([]);
    expect(declaration.clusterScoped).toEqual(['namespaces']);
  });
});
