import { expect, it } from 'vitest';

import { WebServer } from '../../../apis/my.domain/v1/web-server.ts';
import { Deployment } from '@kubewright/runtime';
import { createInMemoryApiServer } from '../../../../testing/src/in-memory-api-server/index.ts';
import { runController } from '../../../../testing/src/run-controller/run-controller.ts';
import { webServer } from '../controller.ts';

const key = { namespace: 'default', name: 'web' };

// A Deployment of the original has no label of ours, so no watch shows its deletion.
it('a terminating Deployment of the original is created again once it is deleted', async () => {
  const server = createInMemoryApiServer({ kinds: [WebServer] });
  const { client } = server;
  const spec = { image: 'nginx:1.27', replicas: 1 };
  const { metadata } = await client
    .resource(WebServer)
    .create({ apiVersion: 'my.domain/v1', kind: 'WebServer', metadata: key, spec });
  const reference = { apiVersion: 'my.domain/v1', kind: 'WebServer', name: 'web', uid: metadata.uid, controller: true };
  const deployments = client.resource(Deployment);
  await deployments.create({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...key, finalizers: ['example.com/hold'], ownerReferences: [reference] },
    spec: { selector: {}, template: { spec: { containers: [] } } },
  });
  await deployments.delete(key, { propagation: 'Background' });

  await using run = await runController(webServer, { server });
  await run.settled();
  await deployments.mergePatch(key, { metadata: { finalizers: null } });
  await run.advance(1_000);
  expect(server.objects(Deployment).map((each) => each.metadata.labels?.['app.kubernetes.io/managed-by'])).toEqual([
    'test',
  ]);
});
