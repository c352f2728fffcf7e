import { describe, expect, inject, it } from 'vitest';

import { createGroupName, useCluster } from '../../../operator/runtime/fixtures/cluster-fixture.ts';
import { type ApiRequest, type Client, createClient } from '../../../operator/runtime/src/client/index.ts';
import {
  awaitChange,
  ConfigMap,
  defineApi,
  defineController,
  named,
  reads,
  Secret,
  t,
  watches,
} from '../../../operator/runtime/src/index.ts';
import { createRecordingLogger } from '../../../operator/testing/src/recording-logger.ts';
import { createUserWithOwnRules, omitFallbacks, type UserWithOwnRules } from './own-rules.ts';

const Preview = defineApi({
  group: createGroupName('named-secret'),
  version: 'v1',
  kind: 'Preview',
  spec: t.object({ secretRef: t.string() }),
  status: t.object({ token: t.optional(t.string()), policy: t.optional(t.string()), reconciles: t.integer() }),
});

const preview = defineController(Preview, {
  reads: { policies: reads(ConfigMap, named(Preview, ['previews'])) },
  watches: {
    secrets: watches(
      Secret,
      named(Preview, ({ spec }) => [spec.secretRef]),
    ),
  },
  async reconcile(object, { policies, secrets, status }) {
    const token = secrets.get(object.spec.secretRef)?.data?.['token'];
    const policy = policies.get('previews')?.data?.['text'];
    status.set({
      ...(token !== undefined && { token: Buffer.from(token, 'base64').toString() }),
      ...(policy !== undefined && { policy }),
      reconciles: (object.status?.reconciles ?? 0) + 1,
    });
    return awaitChange;
  },
});

const patient = { timeout: 60_000, interval: 50 };
const cluster = useCluster(Preview);
const readStatus = async (name: string) =>
  (await cluster().client.resource(Preview).tryGet({ namespace: cluster().namespace, name }))?.status;
const writeSecret = (name: string, token: string) =>
  cluster().client.resource(Secret).mergePatch({ namespace: cluster().namespace, name }, { stringData: { token } });

/** The same client; counts the open watches of single objects. */
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

async function startUser(): Promise<UserWithOwnRules> {
  const { client, namespace } = cluster();
  const place = { client, namespace, kubeconfigPath: inject('kubeconfigPath'), auditLogPath: inject('auditLogPath') };
  return createUserWithOwnRules(preview, place);
}

describe('a controller that watches Secrets by name', () => {
  it('follows references that appear, change and go, with exactly the permissions that it declares', async () => {
    const { namespace, create } = cluster();
    await using user = await startUser();
    const { client, open } = countNamedWatches(user.client);
    await create(ConfigMap, 'previews', { data: { text: 'strict' } });
    await create(Secret, 'b', { stringData: { token: 'of b' } });
    await using _run = await cluster().run(preview, { client });
    await create(Preview, 'first', { spec: { secretRef: 'a' } });
    await create(Preview, 'second', { spec: { secretRef: 'b' } });
    await expect.poll(() => readStatus('first'), patient).toMatchObject({ policy: 'strict', reconciles: 1 });
    expect((await readStatus('first'))?.token).toBeUndefined();
    await expect.poll(() => readStatus('second'), patient).toMatchObject({ token: 'of b', reconciles: 1 });
    expect(open.size).toBe(3);

    await create(Secret, 'a', { stringData: { token: 'one' } });
    await expect.poll(() => readStatus('first'), patient).toMatchObject({ token: 'one', reconciles: 2 });
    await writeSecret('a', 'two');
    await expect.poll(() => readStatus('first'), patient).toMatchObject({ token: 'two', reconciles: 3 });
    await cluster()
      .client.resource(Preview)
      .mergePatch({ namespace, name: 'first' }, { spec: { secretRef: 'b' } });
    await expect.poll(() => readStatus('first'), patient).toMatchObject({ token: 'of b', reconciles: 4 });
    expect(open.size).toBe(2);
    await writeSecret('b', 'new');
    await expect.poll(() => readStatus('first'), patient).toMatchObject({ token: 'new' });
    await expect.poll(() => readStatus('second'), patient).toMatchObject({ token: 'new', reconciles: 2 });

    for (const name of ['first', 'second'])
      await cluster().client.resource(Preview).delete({ namespace, name }, { propagation: 'Background' });
    await expect.poll(() => open.size, patient).toBe(0);
    expect(user.granted).toContain('core/secrets watch');
    const used = async () => omitFallbacks(await user.readUsed());
    await expect.poll(used, patient).toEqual(omitFallbacks(user.granted));
    expect(await user.readForbidden()).toEqual([]);
    await expect(user.client.resource(ConfigMap).list({ namespace })).rejects.toMatchObject({ status: 403 });
  });

  it('reads the same in a dry run, and writes nothing', async () => {
    const { client, namespace, create } = cluster();
    const logger = createRecordingLogger();
    await create(Secret, 'dry', { stringData: { token: 'of dry' } });
    await create(Preview, 'dry', { spec: { secretRef: 'dry' } });
    await using _run = await cluster().run(preview, { dryRun: true, logger });
    const listStatuses = () => logger.records.filter(({ message }) => message === 'would write the status');
    await expect.poll(() => listStatuses().length, patient).toBe(1);
    expect((await client.resource(Preview).get({ namespace, name: 'dry' })).status).toBeUndefined();
  });
});
