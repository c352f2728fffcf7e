import { beforeAll, describe, expect, it } from 'vitest';

import { Memcached } from '../../../operator/src/kubewright.ts';
import { Namespace, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { findCurrentCondition } from '../../support/conditions.ts';
import { toKey, type Scope } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { createAutoscaler } from '../support/autoscale.ts';
import { useKubectl } from '../support/kubectl.ts';
import { useScope } from '../support/use-scope.ts';
import {
  change,
  getChildren,
  findDeployment,
  createReady,
  onlyMemcached,
  listPodNames,
  awaitReadyWithNodes,
  awaitMemcachedReady,
  getMemcached,
} from './caches.ts';

const name = 'example-memcached';
const labels = { app: 'memcached', memcached_cr: name };

const bareContainer = { name: 'a', image: 'example.com/a:1' };

const restricted = Object.fromEntries(
  ['enforce', 'audit', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']),
);

/** Enforces the restricted Pod Security Standard in the namespace. */
async function restrict({ client, namespace: name }: Scope): Promise<void> {
  await client.resource(Namespace).mergePatch({ name }, { metadata: { labels: restricted } });
}

describe('the walk-through', () => {
  const [scope, other] = [useScope(onlyMemcached), useScope(onlyMemcached)];
  const kubectl = useKubectl();

  beforeAll(async () => {
    // Created early, because an autoscaler syncs only every 15 s.
    await createReady(scope(), 'scaled', { size: 1 });
    await createAutoscaler(scope(), Memcached, 'scaled');
    await restrict(other());
  });

  it('MC-T1 BUG-MC-16 size 3 leads to a Deployment with 3 Pods of memcached, and status.nodes has their names', async () => {
    await createReady(scope(), name, { size: 3 });
    const { status } = await awaitReadyWithNodes(scope(), name, 3);
    const { deployment, service } = await getChildren(scope(), name);
    expect(deployment.status).toMatchObject({ replicas: 3, readyReplicas: 3, availableReplicas: 3 });
    expect(deployment.spec.selector).toEqual({ matchLabels: labels });
    expect(deployment.spec.template.spec?.containers).toMatchObject([
      { name: 'memcached', image: 'memcached:1.6-alpine', ports: [{ containerPort: 11211, name: 'memcached' }] },
    ]);
    expect(service.spec).toMatchObject({
      type: 'ClusterIP',
      selector: labels,
      ports: [{ port: 11211, targetPort: 'memcached' }],
    });
    const pods = await listPodNames(scope(), name);
    expect(pods).toHaveLength(3);
    expect(new Set(status?.nodes)).toEqual(new Set(pods));
    expect(status).toMatchObject({ replicas: 3, readyReplicas: 3, selector: `app=memcached,memcached_cr=${name}` });
  });

  it('MC-T2 Memcacheds in two namespaces scale at the same time to 3 available Pods, and then to 4', async () => {
    const both = [scope(), other()];
    const available = async (): Promise<unknown> => {
      const deployments = await Promise.all(both.map((each) => findDeployment(each, name)));
      return deployments.map((deployment) => deployment?.status?.availableReplicas);
    };
    await Promise.all(both.map((each) => createReady(each, name, { size: 3 })));
    expect(await available()).toEqual([3, 3]);
    await Promise.all(both.map((each) => change(each, name, { spec: { size: 4 } })));
    const [here, there] = await Promise.all(both.map((each) => awaitReadyWithNodes(each, name, 4)));
    expect(await available()).toEqual([4, 4]);
    expect(here?.status?.nodes).toHaveLength(4);
    expect(here?.status?.nodes).not.toEqual(there?.status?.nodes);
  });

  it('MC-T9 operator and Pods run where Pod Security "restricted" is enforced, without warnings', async () => {
    const { client, namespace, operator } = other();
    for (const each of [namespace, operator.namespace]) {
      expect((await client.resource(Namespace).get({ name: each })).metadata.labels).toMatchObject(restricted);
    }
    expect((await operator.pods()).map(({ status }) => status?.phase)).toEqual(['Running']);
    const { items } = await client.resource(Pod).list({ namespace, labelSelector: 'app=memcached' });
    expect(items.map(({ status }) => status?.phase)).toEqual(['Running', 'Running', 'Running', 'Running']);
    expect(findCurrentCondition(await getMemcached(other(), name), 'Available')?.status).toBe('True');

    const { spec } = (await findDeployment(other(), name))!;
    const again = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { namespace, name: 'again' }, spec };
    const inputs = [again, ...operator.manifests].map((manifest) => JSON.stringify(manifest));
    const args = ['apply', '--dry-run=server', '--server-side', '--force-conflicts', '--warnings-as-errors', '-f', '-'];
    for (const input of inputs) await kubectl(args, { input });
    // Shows that `--warnings-as-errors` makes a violation fail.
    const careless = {
      ...again,
      spec: { ...spec, template: { ...spec.template, spec: { containers: [bareContainer] } } },
    };
    await expect(kubectl(args, { input: JSON.stringify(careless) })).rejects.toThrow('would violate PodSecurity');
  });

  it('MC-T4 the /scale subresource scales a Memcached, and has the number and the selector of its Pods', async () => {
    const args = ['--namespace', scope().namespace];
    await kubectl([...args, 'scale', 'memcached', name, '--replicas=3']);
    const { spec } = await awaitReadyWithNodes(scope(), name, 3);
    expect(spec.size).toBe(3);
    const scale: unknown = JSON.parse(
      await kubectl([
        'get',
        '--raw',
        `/apis/cache.example.com/v1alpha1/namespaces/${scope().namespace}/memcacheds/${name}/scale`,
      ]),
    );
    expect(scale).toMatchObject({
      spec: { replicas: 3 },
      status: { replicas: 3, selector: `app=memcached,memcached_cr=${name}` },
    });
  });

  it('MC-T4 scales from 3 to 4 and lists the fourth Pod, although others write at the same time', async () => {
    const before = await listPodNames(scope(), name);
    const writes = [{ spec: { size: 4 } }, ...['a', 'b', 'c'].map((team) => ({ metadata: { labels: { team } } }))];
    await Promise.all(writes.map((patch) => change(scope(), name, patch)));
    const { status } = await awaitReadyWithNodes(scope(), name, 4);
    expect(status?.nodes).toEqual(expect.arrayContaining([...before]));
  });

  it('BUG-MC-8 status.nodes lists the replacement of a deleted Pod, though neither spec nor Deployment changed', async () => {
    await createReady(scope(), name, { size: 2 });
    const [victim = ''] = await listPodNames(scope(), name);
    const { metadata } = (await findDeployment(scope(), name))!;
    await scope().client.resource(Pod).delete(toKey(scope(), victim), { propagation: 'Background' });
    const { status } = await until('the status lists the new Pod', async () => {
      const now = await getMemcached(scope(), name);
      return now.status?.nodes?.length === 2 && !now.status.nodes.includes(victim) && now;
    });
    expect(status?.nodes).toEqual(await listPodNames(scope(), name));
    expect((await findDeployment(scope(), name))?.metadata.generation).toBe(metadata.generation);
  });

  it('BUG-MC-5 BUG-MC-7 another containerPort is rolled out to every Pod, and the Service stays', async () => {
    const before = await listPodNames(scope(), name);
    const { service } = await getChildren(scope(), name);
    await change(scope(), name, { spec: { containerPort: 12000 } });
    await awaitMemcachedReady(scope(), name);
    const { deployment, service: after } = await getChildren(scope(), name);
    const [container] = deployment.spec.template.spec?.containers ?? [];
    expect(container?.ports).toEqual([{ name: 'memcached', containerPort: 12000, protocol: 'TCP' }]);
    expect(container?.command?.slice(-2)).toEqual(['-p', '12000']);
    for (const pod of await listPodNames(scope(), name)) expect(before).not.toContain(pod);
    expect(after.metadata.resourceVersion).toBe(service.metadata.resourceVersion);
  });

  it('BUG-MC-3 two Memcacheds in one namespace have separate Pods and Services', async () => {
    await createReady(scope(), 'second', { size: 1 });
    const { status } = await awaitReadyWithNodes(scope(), 'second', 1);
    const first = await awaitReadyWithNodes(scope(), name, 2);
    expect(first.status?.nodes).not.toContain(status?.nodes?.[0]);
    const [{ service }, { deployment }] = [await getChildren(scope(), 'second'), await getChildren(scope(), name)];
    expect(service.spec.selector).not.toEqual(deployment.spec.selector.matchLabels);
  });

  it('a HorizontalPodAutoscaler raises a Memcached to its minimum of replicas', async () => {
    await until(
      'the autoscaler has raised spec.size',
      async () => (await getMemcached(scope(), 'scaled')).spec.size === 2,
    );
    await awaitReadyWithNodes(scope(), 'scaled', 2);
  });
});
