import { Deployment } from '@kubewright/runtime';
import { describe, expect, it } from 'vitest';

import { useCluster } from '../../operator/runtime/fixtures/cluster-fixture.ts';
import { createUser, expectExactPermissions, patient } from './exact-permissions.ts';
import { Worker, worker } from './worker.ts';

const cluster = useCluster(Worker);
const env = [{ name: 'QUEUE', value: 'mails' }];
const container = { name: 'worker', image: 'nginx:1.27', resources: { limits: { memory: '64Mi' } } };

async function scale(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  replicas: number,
): Promise<void> {
  const path = `/apis/worker.example.com/v1/namespaces/${namespace}/workers/${name}/scale`;
  const request = { path, contentType: 'application/merge-patch+json', body: { spec: { replicas } } };
  expect((await cluster().client.transport.call({ method: 'PATCH', ...request })).status).toBe(200);
}

describe("a kind with Kubernetes' own types in its spec", () => {
  it('runs Pods, scales like a Deployment, and needs exactly the declared permissions', async () => {
    const { client, namespace } = cluster();
    const key = { namespace, name: 'mail' };
    await using user = await createUser(worker, cluster());
    await using _run = await cluster().run(worker, { client: user.client });
    const template = { metadata: { labels: { tier: 'back' } }, spec: { containers: [container] } };
    await cluster().create(Worker, 'mail', { spec: { env, template } });
    const readStatus = async () => (await client.resource(Worker).get(key)).status;
    const isReady = expect.arrayContaining([expect.objectContaining({ type: 'Ready', status: 'True' })]) as unknown;
    await expect.poll(readStatus, patient).toMatchObject({ replicas: 1, conditions: isReady });
    const { template: applied } = (await client.resource(Deployment).get(key)).spec;
    expect(applied).toMatchObject({
      metadata: { labels: { tier: 'back', worker: 'mail' } },
      spec: { containers: [{ ...container, env }] },
    });

    await scale(key, 2);
    await expect.poll(readStatus, patient).toMatchObject({ replicas: 2, conditions: isReady });
    await expectExactPermissions(user);
  });

  it('is rejected if its template is invalid', async () => {
    const template = { spec: { containers: [{ image: 'nginx:1.27' }] } };
    await expect(cluster().create(Worker, 'wrong', { spec: { template } })).rejects.toThrow(
      'spec.template.spec.containers[0].name: Required value',
    );
  });
});
