import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Deployment, tryFindCondition } from '@kubewright/runtime';
import { runController } from '@kubewright/testing';

import { Cafe, cafe } from './cafe.ts';

test('runs as many Pods as replicas says', async () => {
  await using run = await runController(cafe, { simulate: [Deployment] });
  const metadata = { namespace: 'default', name: 'sample' };
  await run.server.client
    .resource(Cafe)
    .create({ apiVersion: 'example.com/v1', kind: 'Cafe', metadata, spec: { replicas: 2 } });
  await run.awaitIdle();
  assert.equal(run.server.objects(Deployment)[0]?.spec?.replicas, 2);
  assert.equal(tryFindCondition(run.server.objects(Cafe)[0], 'Ready')?.status, 'True');
});
