import { Secret } from '@kubewright/runtime';
import { Namespace } from '@kubewright/runtime/kinds';
import { describe, expect, it } from 'vitest';

import { useCluster } from '../../operator/runtime/fixtures/cluster-fixture.ts';
import { createRecordingLogger } from '../../operator/testing/src/recording-logger.ts';
import { createUser, expectExactPermissions, patient } from './exact-permissions.ts';
import { PullSecret, pullSecrets } from './pull-secrets.ts';

const { group } = PullSecret;
const copied = 'example.com/pull-secrets';
const cluster = useCluster(PullSecret);
const background = { propagation: 'Background' } as const;

async function createNamespace(suffix: string): Promise<string> {
  const name = `${cluster().namespace}-${suffix}`;
  const metadata = { name, labels: { [copied]: '' } };
  await cluster().client.resource(Namespace).create({ apiVersion: 'v1', kind: 'Namespace', metadata });
  return name;
}

const secretIn = (namespace: string, name: string) => cluster().client.resource(Secret).tryGet({ namespace, name });
const authIn = async (namespace: string, name: string) => (await secretIn(namespace, name))?.data?.['auth'];
const find = (name: string) => cluster().client.resource(PullSecret).tryGet({ namespace: cluster().namespace, name });
const encode = (text: string) => Buffer.from(text).toString('base64');

describe('copies of a Secret in other namespaces', () => {
  it('follow namespaces and edits, and are deleted with their owner, with exactly the declared permissions', async () => {
    const { client, namespace } = cluster();
    await using user = await createUser(pullSecrets, cluster(), { everywhere: true });
    await using _run = await cluster().run(pullSecrets, { client: user.client, allNamespaces: true });
    const first = await createNamespace('a');
    const { uid } = (await cluster().create(PullSecret, 'registry', { spec: { auth: 'one' } })).metadata;
    await expect.poll(() => authIn(first, 'registry'), patient).toBe(encode('one'));
    expect((await secretIn(first, 'registry'))?.metadata).toMatchObject({
      labels: { 'kubewright.dev/owner-uid': uid },
      annotations: { 'kubewright.dev/owner': `PullSecret.${group} ${namespace}/registry` },
    });
    expect((await secretIn(first, 'registry'))?.metadata.ownerReferences).toBeUndefined();

    const second = await createNamespace('b');
    await expect.poll(() => authIn(second, 'registry'), patient).toBe(encode('one'));
    await client.resource(Secret).mergePatch({ namespace: second, name: 'registry' }, { data: { auth: encode('x') } });
    await expect.poll(() => authIn(second, 'registry'), patient).toBe(encode('one'));
    await client.resource(Secret).delete({ namespace: second, name: 'registry' }, background);
    await expect.poll(() => authIn(second, 'registry'), patient).toBe(encode('one'));

    await client.resource(Namespace).mergePatch({ name: first }, { metadata: { labels: { [copied]: null } } });
    await expect.poll(() => secretIn(first, 'registry'), patient).toBeUndefined();
    await client.resource(Namespace).mergePatch({ name: first }, { metadata: { labels: { [copied]: '' } } });
    await expect.poll(() => authIn(first, 'registry'), patient).toBe(encode('one'));
    await client.resource(Namespace).delete({ name: second }, background);
    await expect.poll(async () => (await find('registry'))?.status?.copies, patient).toBe(1);

    await client.resource(PullSecret).delete({ namespace, name: 'registry' }, background);
    await expect.poll(() => find('registry'), patient).toBeUndefined();
    expect(await secretIn(first, 'registry')).toBeUndefined();
    await expectExactPermissions(user);
  });

  it('leave a Secret of the same name alone that somebody else or another PullSecret owns', async () => {
    const { client, namespace } = cluster();
    const place = await createNamespace('c');
    const foreign = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'theirs', namespace: place } };
    const { resourceVersion } = (await client.resource(Secret).create(foreign)).metadata;
    await using _run = await cluster().run(pullSecrets, { allNamespaces: true });
    await cluster().create(PullSecret, 'theirs', { spec: { auth: 'one' } });
    const ready = async (name: string) => (await find(name))?.status?.conditions?.find(({ type }) => type === 'Ready');
    const message = `Secret ${place}/theirs already exists and does not belong to this resource (no owner controls it); delete it, or rename the resource`;
    await expect
      .poll(() => ready('theirs'), patient)
      .toMatchObject({ status: 'False', reason: 'NameConflict', message });
    await client.resource(PullSecret).delete({ namespace, name: 'theirs' }, background);
    await expect.poll(() => find('theirs'), patient).toBeUndefined();
    expect((await secretIn(place, 'theirs'))?.metadata.resourceVersion).toBe(resourceVersion);

    const metadata = { name: 'shared', namespace: place };
    await client.resource(PullSecret).create({
      ...{ apiVersion: `${group}/v1`, kind: 'PullSecret' },
      ...{ metadata, spec: { auth: 'one' } },
    });
    await expect.poll(() => authIn(place, 'shared'), patient).toBe(encode('one'));
    await cluster().create(PullSecret, 'shared', { spec: { auth: 'two' } });
    await expect
      .poll(async () => (await ready('shared'))?.message, patient)
      .toContain(`(PullSecret.${group} ${place}/shared owns it)`);
    await client.resource(PullSecret).delete({ namespace, name: 'shared' }, background);
    await expect.poll(() => find('shared'), patient).toBeUndefined();
    expect(await authIn(place, 'shared')).toBe(encode('one'));
    await client.resource(PullSecret).delete(metadata, background);
    await expect.poll(() => secretIn(place, 'shared'), patient).toBeUndefined();
  });

  it('keep the owner until they are gone, also those that lost the label of the operator', async () => {
    const { client, namespace } = cluster();
    const place = await createNamespace('d');
    const before = await cluster().run(pullSecrets, { allNamespaces: true });
    await cluster().create(PullSecret, 'slow', { spec: { auth: 'one' } });
    const key = { namespace: place, name: 'slow' };
    await expect.poll(() => authIn(place, 'slow'), patient).toBe(encode('one'));
    await before.stop();
    const metadata = { finalizers: ['example.com/slow'], labels: { 'app.kubernetes.io/managed-by': null } };
    await client.resource(Secret).mergePatch(key, { metadata });
    await client.resource(PullSecret).delete({ namespace, name: 'slow' }, background);
    await using _run = await cluster().run(pullSecrets, { allNamespaces: true });
    await expect.poll(async () => (await secretIn(place, 'slow'))?.metadata.deletionTimestamp, patient).toBeDefined();
    expect((await find('slow'))?.metadata.finalizers).toEqual(['example.com/copies']);
    await client.resource(Secret).mergePatch(key, { metadata: { finalizers: null } });
    await expect.poll(() => find('slow'), patient).toBeUndefined();
  });

  it('stay in a dry run, which logs their deletion', async () => {
    const { client, namespace } = cluster();
    const place = await createNamespace('e');
    const run = await cluster().run(pullSecrets, { allNamespaces: true });
    await cluster().create(PullSecret, 'dry', { spec: { auth: 'one' } });
    await expect.poll(() => authIn(place, 'dry'), patient).toBe(encode('one'));
    await run.stop();
    const logger = createRecordingLogger();
    await using _dry = await cluster().run(pullSecrets, { allNamespaces: true, logger, dryRun: true });
    await client.resource(PullSecret).delete({ namespace, name: 'dry' }, background);
    await expect
      .poll(() => logger.lines.map(({ message }) => message), patient)
      .toContain('would remove the finalizer');
    expect(logger.lines.map(({ message }) => message)).toContain('would delete a child');
    expect(await authIn(place, 'dry')).toBe(encode('one'));
  });

  it('need a namespace that the operator watches', async () => {
    await using _run = await cluster().run(pullSecrets);
    await createNamespace('f');
    await cluster().create(PullSecret, 'outside', { spec: { auth: 'one' } });
    const { namespace } = cluster();
    const message = new RegExp(
      `^failed to apply Secret ${namespace}-[a-f]/outside: the operator watches only the namespaces ${namespace}; add ${namespace}-[a-f] to --watch-namespaces$`,
    );
    const readMessages = async () => (await find('outside'))?.status?.conditions?.map(({ message: text }) => text);
    const expected = expect.stringMatching(message) as string;
    await expect.poll(readMessages, patient).toEqual([expected, expected]);
  });
});
