import { Deployment } from '@kubewright/runtime';
import { runController, unchecked } from '@kubewright/testing';
import { expect, it } from 'vitest';

import { Worker, worker } from './worker.ts';

const metadata = { namespace: 'default', name: 'mail' };
const spec = {
  replicas: 2,
  env: [{ name: 'QUEUE', value: 'mails' }],
  template: { metadata: { labels: { tier: 'back' } }, spec: { containers: [{ name: 'worker', image: 'worker:1' }] } },
};

it('a Worker runs its template, and is ready when its Pods are', async () => {
  await using run = await runController(worker, { simulate: [Deployment] });
  await run.server.client.resource(Worker).create({ metadata, spec });
  await run.awaitIdle();
  expect(run.server.objects(Deployment)[0]?.spec.template).toMatchObject({
    metadata: { labels: { tier: 'back', worker: 'mail' } },
    spec: { containers: [{ name: 'worker', image: 'worker:1', env: spec.env }] },
  });
  const [{ status } = {}] = run.server.objects(Worker);
  expect(status?.replicas).toBe(2);
  expect(status?.conditions).toContainEqual(expect.objectContaining({ type: 'Ready', status: 'True' }));
});

it("rejects a template that the schema of Kubernetes' own type does not allow", async () => {
  await using run = await runController(worker);
  const wrong = { ...spec, template: { spec: { containers: [{ image: 'worker:1' }] } } };
  const created = run.server.client.resource(unchecked(Worker)).create({ metadata, spec: wrong });
  await expect(created).rejects.toThrow('spec.template.spec.containers[0].name: Required value');
});
