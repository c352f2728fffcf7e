import { expect, it } from 'vitest';

import { createGroupName, useCluster } from '../../../fixtures/cluster-fixture.ts';
import { defineApi, t } from '../../api/index.ts';
import type { Kind } from '../../base/index.ts';
import { CustomResourceDefinition } from '../../kinds/index.ts';
import { awaitChange } from '../declare/action.ts';
import { defineController } from '../declare/define-controller.ts';
import { owns } from '../declare/dependencies.ts';

const Route = defineApi({ group: createGroupName('routes'), version: 'v1', kind: 'Route', spec: t.object({}) });
const RouteV2: Kind = { ...Route, version: 'v2' };
const Site = defineApi({ group: createGroupName('sites'), version: 'v1', kind: 'Site', spec: t.object({}) });
const cluster = useCluster(Site);
const patient = { timeout: 60_000, interval: 50 };

// A bug: the children of an optional kind that seemed to be gone stayed forever, because no owner reference points to
// their owner.
it('children in any namespace are deleted with their owner when their CRD has another version than the declared one', async () => {
  const { client, namespace } = cluster();
  const key = { namespace, name: 'a' };
  let hasRoutes: boolean | undefined;
  const site = defineController(Site, {
    owns: { routes: owns(Route, { optional: true, anyNamespace: true, delete: true }) },
    finalizer: { name: 'example.com/routes' },
    async reconcile({ metadata: { name } }, { routes }) {
      hasRoutes = routes !== undefined;
      await routes?.apply({ metadata: { name, namespace }, spec: {} });
      return awaitChange;
    },
  });
  await cluster().serve(Route);
  const crds = client.resource(CustomResourceDefinition);
  const { metadata, spec } = await crds.get(Route.crd.metadata);
  const v1 = spec.versions[0]!;
  const v2 = { ...v1, name: 'v2', served: true };
  await crds.mergePatch(metadata, { spec: { versions: [v1, { ...v2, storage: false }] } });
  await using _run = await cluster().run(site);
  await cluster().create(Site, 'a', { spec: {} });
  await expect
    .poll(
      () =>
        client
          .resource(RouteV2)
          .tryGet(key)
          .catch(() => undefined),
      patient,
    )
    .toBeDefined();

  const versions = [
    { ...v1, served: false, storage: false },
    { ...v2, storage: true },
  ];
  await crds.mergePatch(metadata, { spec: { versions } });
  await expect.poll(() => hasRoutes, patient).toBe(false);
  expect(await client.resource(RouteV2).tryGet(key)).toBeDefined();
  await client.resource(Site).delete(key, { propagation: 'Background' });

  await expect.poll(() => client.resource(Site).tryGet(key), patient).toBeUndefined();
  expect(await client.resource(RouteV2).tryGet(key)).toBeUndefined();
});
