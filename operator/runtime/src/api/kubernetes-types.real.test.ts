import { describe, expect, it } from 'vitest';

import { createGroupName, useCluster } from '../../fixtures/cluster-fixture.ts';
import { defineWebApp, invalidSpecs, webAppSpec } from '../../fixtures/web-app.ts';
import { CustomResourceDefinition, Deployment } from '../kinds/index.ts';

const { WebApp, controller } = defineWebApp(createGroupName('types'));
const cluster = useCluster(WebApp);
const patient = { timeout: 30_000, interval: 25 };

/** Maximum size of all annotations in bytes: `kubectl apply` stores the whole object in one. */
const annotationLimit = 262_144;

describe("Kubernetes' own types in a CRD", () => {
  it('are stored as they were sent, and fit into the annotation of kubectl apply', async () => {
    const stored = await cluster().client.resource(CustomResourceDefinition).get({ name: WebApp.crd.metadata.name });
    expect(stored.spec.versions).toEqual(JSON.parse(JSON.stringify(WebApp.crd.spec.versions)));
    expect(JSON.stringify(WebApp.crd).length).toBeLessThan(annotationLimit / 3);
  });

  it('set the Pods of a Deployment by server-side apply, and a second apply does not write', async () => {
    await using run = await cluster().run(controller);
    const created = await cluster().create(WebApp, 'home', { spec: webAppSpec });
    const deployments = cluster().client.resource(Deployment);
    const key = { namespace: cluster().namespace, name: 'home' };
    await expect.poll(() => deployments.get(key).catch(() => undefined), patient).toBeDefined();
    const { spec } = await deployments.get(key);
    const [container] = spec.template.spec?.containers ?? [];
    expect(container?.ports).toEqual([
      { containerPort: 53, protocol: 'TCP' },
      { containerPort: 53, protocol: 'UDP' },
    ]);
    expect(container?.env?.map(({ name }) => name)).toEqual(['LEVEL', 'TOKEN']);
    expect(spec.template.spec?.imagePullSecrets).toEqual([{ name: 'registry' }]);
    expect(created).toMatchObject({ spec: { timeout: '1h30m' } });
    await expect.poll(() => run.idle, patient).toBe(true);
    const before = run.writes.length;
    run.controller.queue.add(`${cluster().namespace}/home`);
    await expect.poll(() => run.idle, patient).toBe(true);
    expect(run.writes).toHaveLength(before);
  });

  it('merge by the keys of their lists when two writers apply', async () => {
    const apps = cluster().client.resource(WebApp);
    const [kind, apiVersion] = [WebApp.kind, `${WebApp.group}/${WebApp.version}`];
    const buildApp = (container: object): never => {
      const spec = { template: { spec: { containers: [{ name: 'web', ...container }] } } };
      return { kind, apiVersion, metadata: { namespace: cluster().namespace, name: 'shared' }, spec } as never;
    };
    await apps.apply(buildApp({ ports: [{ containerPort: 80 }] }), { fieldManager: 'first' });
    await apps.apply(buildApp({ ports: [{ containerPort: 80, protocol: 'UDP' }] }), { fieldManager: 'second' });
    const { spec } = await apps.get({ namespace: cluster().namespace, name: 'shared' });
    expect(spec.template.spec?.containers[0]?.ports).toEqual([
      { containerPort: 80, protocol: 'TCP' },
      { containerPort: 80, protocol: 'UDP' },
    ]);
  });

  it.each([
    ...invalidSpecs,
    [
      'a variable that a rule forbids',
      { template: {}, env: [{ name: 'PORT' }] },
      'PORT is set by the operator',
    ] as const,
    ['a duration that a rule forbids', { template: {}, timeout: '5ms' }, 'must be at least 1s'] as const,
  ])('reject %s', async (_what, spec, message) => {
    await expect(cluster().create(WebApp, 'invalid', { spec })).rejects.toThrow(message);
  });
});
