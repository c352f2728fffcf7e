import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Deployment, Secret, Service, tryFindCondition } from '@kubewright/runtime';
import { failing, runController } from '@kubewright/testing';

import { dns } from '../dns/server.ts';
import { Preview, preview } from './preview.ts';

await new Promise<void>((resolve) => dns.listen(0, '127.0.0.1', resolve).unref());
const settings = { dnsUrl: `http://127.0.0.1:${(dns.address() as { port: number }).port}` };

test('runs as many Pods as replicas says', async () => {
  await using run = await runController(preview, { settings, simulate: [Deployment] });
  const metadata = { namespace: 'default', name: 'sample' };
  await run.server.client
    .resource(Preview)
    .create({ apiVersion: 'example.com/v2', kind: 'Preview', metadata, spec: { replicas: 2 } });
  await run.awaitIdle();
  assert.equal(run.server.objects(Deployment)[0]?.spec?.replicas, 2);
  assert.deepEqual(run.server.objects(Service)[0]?.spec?.ports, [{ port: 80, targetPort: 80, protocol: 'TCP' }]);
  assert.equal(tryFindCondition(run.server.objects(Preview)[0], 'Ready')?.status, 'True');
});

test('says why it is not ready', async () => {
  await using run = await runController(preview, { settings, simulate: [failing(Deployment)] });
  await run.server.client.resource(Preview).create({ metadata: { namespace: 'default', name: 'broken' }, spec: {} });
  await run.awaitIdle();
  assert.equal(tryFindCondition(run.server.objects(Preview)[0], 'Ready')?.reason, 'ProgressDeadlineExceeded');
});

test('rolls the Pods when the Secret changes', async () => {
  await using run = await runController(preview, { settings });
  const { client } = run.server;
  const getHash = () => run.server.objects(Deployment)[0]?.spec?.template.metadata?.annotations?.['example.com/secret'];
  const secret = { namespace: 'default', name: 'database' };
  await client.resource(Secret).create({ metadata: secret, data: { PASSWORD: btoa('one') } });
  await client
    .resource(Preview)
    .create({ metadata: { namespace: 'default', name: 'shop' }, spec: { secretName: 'database' } });
  await run.awaitIdle();
  const before = getHash();
  await client.resource(Secret).mergePatch(secret, { data: { PASSWORD: btoa('two') } });
  await run.awaitIdle();
  assert.notEqual(getHash(), before);
});

test('has a DNS record until it is deleted', async () => {
  await using run = await runController(preview, { settings });
  const previews = run.server.client.resource(Preview);
  const getRecords = async () => Object.values((await (await fetch(settings.dnsUrl)).json()) as object);
  await previews.create({ metadata: { namespace: 'default', name: 'blog' }, spec: { hosts: ['blog.example.com'] } });
  await run.awaitIdle();
  assert.deepEqual(await getRecords(), [{ hosts: ['blog.example.com'], target: 'blog.default.svc.cluster.local' }]);
  await previews.delete({ namespace: 'default', name: 'blog' }, { propagation: 'Background' });
  await run.awaitIdle();
  assert.deepEqual(await getRecords(), []);
});
