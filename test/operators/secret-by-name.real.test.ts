import { ConfigMap, type ControllerDefinition, Secret } from '@kubewright/runtime';
import { describe, expect, it } from 'vitest';

import { useCluster } from '../../operator/runtime/fixtures/cluster-fixture.ts';
import { type ApiRequest, type Client, createClient } from '../../operator/runtime/src/client/index.ts';
import { createRecordingLogger } from '../../operator/testing/src/recording-logger.ts';
import { createUser, expectExactPermissions, patient } from './exact-permissions.ts';
import { Account, account } from './secret-by-name.ts';

const cluster = useCluster(Account);
const readStatus = async (name: string) =>
  (await cluster().client.resource(Account).tryGet({ namespace: cluster().namespace, name }))?.status;
const writeSecret = (name: string, user: string) =>
  cluster().client.resource(Secret).mergePatch({ namespace: cluster().namespace, name }, { stringData: { user } });

/** Wraps a client, and counts its open watches of single objects. */
function countNamedWatches({ transport }: Client): { readonly client: Client; readonly open: Set<ApiRequest> } {
  const open = new Set<ApiRequest>();
  const client = createClient({
    ...transport,
    async stream(request) {
      const stream = await transport.stream(request);
      if (stream.status !== 200 || request.query?.['fieldSelector'] === undefined) return stream;
      open.add(request);
      request.signal?.addEventListener('abort', () => open.delete(request), { once: true });
      return stream;
    },
  });
  return { client, open };
}

/** Wraps the controller, and counts the reconciles of each object. */
function countReconciles(definition: typeof account): {
  readonly counted: ControllerDefinition;
  readonly reconciles: Map<string, number>;
} {
  const reconciles = new Map<string, number>();
  const counted: typeof account = {
    ...definition,
    reconcile(object, context) {
      const { name } = object.metadata;
      reconciles.set(name, (reconciles.get(name) ?? 0) + 1);
      return definition.reconcile(object, context);
    },
  };
  return { counted, reconciles };
}

describe('a controller that watches Secrets by name', () => {
  it('follows references that appear, change and go, with exactly the permissions that it declares', async () => {
    const { namespace, create } = cluster();
    await using user = await createUser(account, cluster());
    const { client, open } = countNamedWatches(user.client);
    await create(ConfigMap, 'accounts', { data: { plan: 'basic' } });
    await create(Secret, 'b', { stringData: { user: 'of b' } });
    const { counted, reconciles } = countReconciles(account);
    await using _run = await cluster().run(counted, { client });
    await create(Account, 'first', { spec: { secretRef: 'a' } });
    await create(Account, 'second', { spec: { secretRef: 'b' } });
    await expect.poll(() => readStatus('first'), patient).toMatchObject({ plan: 'basic' });
    expect((await readStatus('first'))?.user).toBeUndefined();
    await expect.poll(() => readStatus('second'), patient).toMatchObject({ user: 'of b' });
    expect(open.size).toBe(3);
    expect(Object.fromEntries(reconciles)).toEqual({ first: 1, second: 1 });

    await create(Secret, 'a', { stringData: { user: 'one' } });
    await expect.poll(() => readStatus('first'), patient).toMatchObject({ user: 'one' });
    await writeSecret('a', 'two');
    await expect.poll(() => readStatus('first'), patient).toMatchObject({ user: 'two' });
    await cluster()
      .client.resource(Account)
      .mergePatch({ namespace, name: 'first' }, { spec: { secretRef: 'b' } });
    await expect.poll(() => readStatus('first'), patient).toMatchObject({ user: 'of b' });
    expect(open.size).toBe(2);
    expect(Object.fromEntries(reconciles)).toEqual({ first: 4, second: 1 });
    await writeSecret('b', 'new');
    await expect.poll(() => readStatus('first'), patient).toMatchObject({ user: 'new' });
    await expect.poll(() => readStatus('second'), patient).toMatchObject({ user: 'new' });

    for (const name of ['first', 'second'])
      await cluster().client.resource(Account).delete({ namespace, name }, { propagation: 'Background' });
    await expect.poll(() => open.size, patient).toBe(0);
    expect(user.granted).toContain('core/secrets watch');
    await expectExactPermissions(user);
    await expect(user.client.resource(ConfigMap).list({ namespace })).rejects.toMatchObject({ status: 403 });
  });

  it('reads the same in a dry run, and writes nothing', async () => {
    const { client, namespace, create } = cluster();
    const logger = createRecordingLogger();
    await create(Secret, 'dry', { stringData: { user: 'of dry' } });
    await create(Account, 'dry', { spec: { secretRef: 'dry' } });
    await using _run = await cluster().run(account, { dryRun: true, logger });
    const listStatuses = () => logger.records.filter(({ message }) => message === 'would write the status');
    await expect.poll(() => listStatuses().length, patient).toBe(1);
    expect((await client.resource(Account).get({ namespace, name: 'dry' })).status).toBeUndefined();
  });
});
