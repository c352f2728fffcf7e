import { beforeAll, describe, expect, it } from 'vitest';

import { ImmortalContainer, WebServer } from '../../../operator/src/kubewright.ts';
import { Namespace, Pod } from '../../../operator/runtime/src/kinds/index.ts';
import { applyReady, findCurrentCondition, awaitReady, awaitCondition } from '../../support/conditions.ts';
import { applyManifests, type Manifest } from '../../support/manifests.ts';
import { toKey, type Scope } from '../../support/scope.ts';
import { createMark, listRequests, listWrites } from '../support/requests.ts';
import { restartOperator } from '../support/restart.ts';
import { awaitSettled } from '../support/await-settled.ts';
import { useScope } from '../support/use-scope.ts';
import { until } from '../../support/until.ts';

/** What Pod Security requires of a container at its level `restricted`. */
const securityContext = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  runAsUser: 65_534,
  seccompProfile: { type: 'RuntimeDefault' },
};
const resources = { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '0.5Gi' } };
const image = 'example.com/web:1';

function buildManifest(
  api: typeof WebServer | typeof ImmortalContainer,
  { namespace, name = 'home' }: Pick<Scope, 'namespace'> & { readonly name?: string },
  spec: object,
): Manifest {
  const { group, version, kind } = api;
  return { apiVersion: `${group}/${version}`, kind, metadata: { namespace, name }, spec } as Manifest;
}

describe.each([
  { api: ImmortalContainer, controller: 'immortal-container', reason: 'Forbidden' },
  { api: WebServer, controller: 'web-server', reason: 'FailedCreate' },
])('a namespace that enforces Pod Security restricted, and a quota: $controller', ({ api, controller, reason }) => {
  const scope = useScope({
    controllers: [controller],
    witness: async (place, name) => [
      await applyReady(
        place.client,
        buildManifest(api, { namespace: place.namespace, name }, { image, resources, securityContext }),
      ),
    ],
  });

  beforeAll(async () => {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    await scope().client.resource(Namespace).mergePatch({ name: scope().namespace }, { metadata: { labels } });
    await applyManifests(scope().client, [
      {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { namespace: scope().namespace, name: 'compute' },
        spec: { hard: { 'requests.cpu': '1', 'requests.memory': '1Gi', 'limits.memory': '2Gi' } },
      } as Manifest,
    ]);
  });

  it('does not get a Pod without a security context in its spec, and the condition says why', async () => {
    await applyManifests(scope().client, [buildManifest(api, scope(), { image })]);
    const { client } = scope();
    const now = await awaitCondition(client.resource(api), toKey(scope(), 'home'), {
      type: 'Ready',
      status: 'False',
      reason,
    });
    expect(findCurrentCondition(now, 'Ready')?.message).toMatch(/violates PodSecurity|failed quota/);
  });

  it('runs with a security context and resources', async () => {
    await applyManifests(scope().client, [buildManifest(api, scope(), { image, resources, securityContext })]);
    await awaitReady(scope().client.resource(api), toKey(scope(), 'home'));
    expect((await findPod())?.spec.containers).toMatchObject([
      { securityContext, resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '512Mi' } } },
    ]);
  });

  it('is not written again, even after a restart, because quantities are compared by their value', async () => {
    await awaitSettled(scope());
    const since = await createMark(scope());
    await restartOperator(scope());
    await awaitSettled(scope());
    const written = listWrites(await listRequests(scope(), since));
    expect(written.filter((write) => !write.includes('witness-'))).toEqual([]);
  });

  it('gets a new Pod when they change', async () => {
    const before = await findPod();
    const changed = { ...securityContext, runAsUser: 1000, readOnlyRootFilesystem: true };
    await applyManifests(scope().client, [buildManifest(api, scope(), { image, resources, securityContext: changed })]);
    await until(
      'there is another Pod',
      async () => ![undefined, before?.metadata.uid].includes((await findPod())?.metadata.uid),
    );
    await awaitReady(scope().client.resource(api), toKey(scope(), 'home'));
    expect((await findPod())?.spec.containers).toMatchObject([{ securityContext: changed }]);
  });

  it('rejects a security context that would give the container more permissions than its image has', async () => {
    for (const more of [
      { privileged: true },
      { capabilities: { add: ['SYS_ADMIN'] } },
      { seccompProfile: { type: 'Unconfined' } },
    ]) {
      const asked = applyManifests(scope().client, [buildManifest(api, scope(), { image, securityContext: more })]);
      await expect(asked, JSON.stringify(more)).rejects.toThrow(/field not declared in schema|Unsupported value/);
    }
  });

  async function findPod(): Promise<Pod | undefined> {
    const { items } = await scope().client.resource(Pod).list({ namespace: scope().namespace });
    return items
      .filter(({ metadata }) => metadata.name.startsWith('home-') && metadata.deletionTimestamp === undefined)
      .sort((a, b) => b.metadata.creationTimestamp.localeCompare(a.metadata.creationTimestamp))[0];
  }
});
