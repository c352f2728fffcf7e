import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Deployment, Service } from '@kubewright/runtime';
import { runController } from '@kubewright/testing';

import { Preview, preview } from './preview.ts';

test('runs as many Pods as replicas says', async () => {
  await using run = await runController(preview);
  const metadata = { namespace: 'default', name: 'sample' };
  await run.server.client
    .resource(Preview)
    .create({ apiVersion: 'example.com/v1', kind: 'Preview', metadata, spec: { replicas: 2 } });
  await run.awaitIdle();
  assert.equal(run.server.objects(Deployment)[0]?.spec?.replicas, 2);
  assert.deepEqual(run.server.objects(Service)[0]?.spec?.ports, [{ port: 80, targetPort: 80, protocol: 'TCP' }]);
});
