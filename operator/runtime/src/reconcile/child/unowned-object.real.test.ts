import { afterEach, expect, it, vi } from 'vitest';

import { useCluster, createGroupName } from '../../../fixtures/cluster-fixture.ts';
import { defineApi, t } from '../../api/index.ts';
import type { Condition, Kind } from '../../base/index.ts';
import { ConfigMap, Deployment } from '../../kinds/index.ts';
import { awaitChange } from '../declare/action.ts';
import { defineController } from '../declare/define-controller.ts';
import { owns } from '../declare/dependencies.ts';

const Cafe = defineApi({
  group: createGroupName('stranger'),
  version: 'v1',
  kind: 'Cafe',
  spec: t.object({}),
});

const patient = { timeout: 30_000, interval: 25 };
const cluster = useCluster(Cafe);

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs `make` right before the first apply of `kind` and `name` reaches the API server. */
function makeBefore(kind: Kind, name: string, make: () => Promise<unknown>): void {
  const { transport } = cluster().client;
  const call = transport.call.bind(transport);
  let isDone = false;
  vi.spyOn(transport, 'call').mockImplementation(async (request) => {
    if (!isDone && request.method === 'PATCH' && request.path.endsWith(`/${kind.plural}/${name}`)) {
      isDone = true;
      await make();
    }
    return call(request);
  });
}

const ready = async (name: string): Promise<string | undefined> => {
  const live = await cluster().client.resource(Cafe).get({ namespace: cluster().namespace, name });
  const { conditions } = (live as { status?: { conditions?: readonly Condition[] } }).status ?? {};
  return conditions?.find(({ type }) => type === 'Ready')?.reason;
};

/** Defines a controller that creates a ConfigMap and a Deployment for the Cafe called `only`. */
const defineCafe = (only: string) =>
  defineController(Cafe, {
    owns: { maps: owns(ConfigMap), deployments: owns(Deployment) },
    async reconcile({ metadata: { name } }, { maps, deployments }) {
      if (name !== only) return awaitChange;
      await maps.apply({ metadata: { name }, data: { ours: '1' } });
      const labels = { app: name };
      const container = { name: 'a', image: 'ours', env: [{ name: 'OURS', value: '1' }] };
      await deployments.apply({
        metadata: { name },
        spec: {
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [container] } },
        },
      });
      return awaitChange;
    },
  });

it('an object that another client creates under a child’s name right before the apply is unchanged', async () => {
  const name = 'merged';
  let theirs: ConfigMap | undefined;
  makeBefore(ConfigMap, name, async () => {
    theirs = await cluster().create(ConfigMap, name, { data: { precious: 'theirs' } });
  });
  await using _run = await cluster().run(defineCafe(name));
  await cluster().create(Cafe, name, { spec: {} });
  await expect.poll(() => ready(name), patient).toBe('NameConflict');
  const live = await cluster().client.resource(ConfigMap).get({ namespace: cluster().namespace, name });
  const without = ({ metadata: { resourceVersion: _, managedFields: __, ...metadata }, ...rest }: ConfigMap) => ({
    ...rest,
    metadata,
  });
  expect(without(live)).toEqual(without(theirs ?? live));
  expect(live.metadata.managedFields).toEqual(theirs?.metadata.managedFields);
});

it('an unowned Deployment is unchanged', async () => {
  const name = 'deployed';
  const labels = { app: name };
  let theirs: Deployment | undefined;
  makeBefore(Deployment, name, async () => {
    theirs = await cluster().create(Deployment, name, {
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'b', image: 'theirs' }] } },
      },
    });
  });
  await using _run = await cluster().run(defineCafe(name));
  await cluster().create(Cafe, name, { spec: {} });
  await expect.poll(() => ready(name), patient).toBe('NameConflict');
  const live = await cluster().client.resource(Deployment).get({ namespace: cluster().namespace, name });
  expect(live.spec).toEqual(theirs?.spec);
  expect(live.metadata).not.toHaveProperty('ownerReferences');
});

it('an object with another controller is reported as a name conflict, not as an invalid spec', async () => {
  const name = 'controlled';
  const key = { namespace: cluster().namespace, name };
  const shop = await cluster().create(ConfigMap, 'shop');
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'shop', uid: shop.metadata.uid, controller: true };
  makeBefore(ConfigMap, name, () =>
    cluster()
      .client.resource(ConfigMap)
      .create({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { ...key, ownerReferences: [reference] },
        data: { precious: 'theirs' },
      }),
  );
  await using _run = await cluster().run(defineCafe(name));
  await cluster().create(Cafe, name, { spec: {} });
  await expect.poll(() => ready(name), patient).toBe('NameConflict');
  const live = await cluster().client.resource(ConfigMap).get(key);
  expect([live.data, live.metadata.ownerReferences]).toEqual([{ precious: 'theirs' }, [reference]]);
});
