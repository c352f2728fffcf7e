import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Environment } from '@kubewright/infra';
import { embedded } from '@kubewright/infra/catalogue';
import { OperatorRelease } from '@kubewright/infra/pulumi';

import { Engine } from './engine.ts';
import { type PulumiCluster, startPulumiCluster } from './pulumi-cluster.ts';

/** An environment that keeps the objects of users, and whose operator is protected from deletion. */
const environment: Environment = {
  ...embedded,
  name: 'team',
  crds: 'keep',
  createNamespaces: ['team'],
  samplesNamespace: 'team',
};

const createProgram =
  (changed: Partial<Environment> = {}) =>
  () => {
    new OperatorRelease('kubewright', { environment: { ...environment, ...changed }, samples: true });
  };

/**
 * Creates, updates and deletes a release with the real engine and the fake provider. The tests depend on each other.
 */
describe('an OperatorRelease', () => {
  let cluster: PulumiCluster;
  let engine: Engine;
  let all = 0;
  const replicas = async (): Promise<string> =>
    cluster.kubectl(['get', 'deployment/kubewright', '-n', 'kubewright-system', '-o', 'jsonpath={.spec.replicas}']);

  beforeAll(async () => {
    cluster = await startPulumiCluster();
    engine = await Engine.start(cluster, 'team');
  });

  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
  });

  it('is previewed before its CRDs exist', async () => {
    const counts = await engine.preview(createProgram());
    expect(Object.keys(counts)).toEqual(['create']);
    all = counts.create ?? 0;
    expect(all).toBeGreaterThan(30);
    expect(await cluster.names('customresourcedefinitions')).toEqual([]);
  });

  it('is deployed', async () => {
    expect(await engine.up(createProgram())).toEqual({ create: all });
  });

  it('is not changed by the same program', async () => {
    expect(await engine.up(createProgram())).toEqual({ same: all });
  });

  it('updates one object for one field', async () => {
    expect(await engine.preview(createProgram({ replicas: 3 }))).toEqual({ update: 1, same: all - 1 });
    expect(await engine.up(createProgram({ replicas: 3 }))).toEqual({ update: 1, same: all - 1 });
    expect(await replicas()).toBe('3');
  });

  it('notices changes of others only by a refresh, and reverts them', async () => {
    await cluster.kubectl(['scale', 'deployment/kubewright', '-n', 'kubewright-system', '--replicas=2']);
    expect(await engine.preview(createProgram({ replicas: 3 }))).toEqual({ same: all });
    expect((await engine.refresh()).update).toBe(1);
    await expect(engine.up(createProgram({ replicas: 3 }))).rejects.toThrow(
      /conflict with "kubectl".*\.spec\.replicas/s,
    );
    await using forcing = await Engine.start(cluster, 'team', { PULUMI_K8S_ENABLE_PATCH_FORCE: 'true' });
    expect(await forcing.up(createProgram({ replicas: 3 }))).toMatchObject({ update: 1 });
    expect(await replicas()).toBe('3');
  });

  it('recreates deleted objects, after a refresh', async () => {
    await cluster.kubectl(['delete', 'poddisruptionbudget/kubewright', '-n', 'kubewright-system']);
    expect((await engine.refresh()).delete).toBe(1);
    expect(await engine.up(createProgram({ replicas: 3 }))).toEqual({ create: 1, same: all - 1 });
  });

  it('is not destroyed while users need it, which it reports early; their objects still work', async () => {
    await cluster.createPet('team', 'rex');
    // The error names one Pet, which may for up to 2 s be one of the samples, because these are deleted first.
    await expect(engine.destroy()).rejects.toThrow(
      /the operator is in use: only it can remove the finalizers of pets\.petstore\.example\.com \(team\//,
    );
    await cluster.createPet('team', 'tom');
    await cluster.deletePet('team', 'tom');
  });

  it('is destroyed once these objects are gone, except retained ones', async () => {
    const page = { apiVersion: 'my.domain/v1', kind: 'WebServer', metadata: { namespace: 'team', name: 'page' } };
    const input = JSON.stringify({ ...page, spec: { image: 'nginx:1.23.1', replicas: 1 } });
    await cluster.kubectl(['create', '-f', '-'], { input });
    await cluster.deletePet('team', 'rex');
    await engine.destroy();
    expect(await cluster.names('namespaces')).not.toContain('namespace/kubewright-system');
    expect(await cluster.names('namespaces')).toContain('namespace/team');
    expect(await cluster.names('customresourcedefinitions')).toContain(
      'customresourcedefinition.apiextensions.k8s.io/pets.petstore.example.com',
    );
    expect(await cluster.names('webservers', '-n', 'team')).toEqual(['webserver.my.domain/page']);
  });

  it('is deployed again over retained objects, and serves those of users', async () => {
    expect(await engine.up(createProgram())).toEqual({ create: all });
    await cluster.kubectl(['wait', '--for=condition=Ready', '--timeout=60s', '-n', 'team', 'webserver/page']);
  });

  it('continues after a failure in the middle', async () => {
    await engine.destroy();
    await using impatient = await Engine.start(cluster, 'team', { STAND_IN_CREATE_TIMEOUT: '5s' });
    const nowhere = createProgram({ pod: { nodeSelector: { disk: 'none' } } });
    await expect(impatient.up(nowhere)).rejects.toThrow(/timed out/);
    expect(await cluster.names('webservers', '-n', 'team')).toEqual(['webserver.my.domain/page']);
    const counts = await engine.up(createProgram());
    expect(counts.update).toBeGreaterThan(0);
    expect((counts.create ?? 0) + (counts.update ?? 0) + (counts.same ?? 0)).toBe(all);
    expect(await engine.up(createProgram())).toEqual({ same: all });
  });

  it('is renamed without a change by an alias of the release', async () => {
    const renamed = (): void => {
      new OperatorRelease('operators', { environment, samples: true }, { aliases: [{ name: 'kubewright' }] });
    };
    const counts = await engine.up(renamed);
    expect(counts).toEqual({ same: all });
  });
});
