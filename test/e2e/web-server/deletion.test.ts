import { describe, expect, it } from 'vitest';

import { WebServer } from '../../../operator/src/kubewright.ts';
import { apiVersionOf, type KubeObject } from '../../../operator/runtime/src/base/index.ts';
import { Deployment, Service } from '../../../operator/runtime/src/kinds/index.ts';
import { keyIn } from '../../support/scope.ts';
import { until } from '../../support/until.ts';
import { ready, withCondition } from '../../support/web-server.ts';
import { mark, requestsOf, writesIn } from '../support/requests.ts';
import { besidesWitnesses, settled } from '../support/settled.ts';
import { useScope } from '../support/use-scope.ts';
import { watched, type Watched } from '../support/watched.ts';
import { childrenOf, deploymentOf, createReady, onlyWebServer, serviceOf } from './servers.ts';

/** The revision at which an object was deleted: revisions of different kinds can be compared. */
function deletedAt({ changes }: Watched<KubeObject>, name: string): bigint | undefined {
  const found = changes.find(({ type, object }) => type === 'DELETED' && nameOf(object) === name);
  return found && BigInt(found.object.metadata.resourceVersion);
}

const nameOf = (object: { readonly metadata: { readonly name: string } }): string => object.metadata.name;

describe('a WebServer that is deleted', () => {
  const scope = useScope(onlyWebServer);

  const remove = (name: string, propagation: 'Background' | 'Foreground' | 'Orphan'): Promise<unknown> =>
    scope().client.resource(WebServer).delete(keyIn(scope(), name), { propagation });
  const untilDeleted = (name: string): Promise<unknown> =>
    until(
      `${name} is deleted`,
      async () => (await scope().client.resource(WebServer).tryGet(keyIn(scope(), name))) === undefined,
    );

  async function childrenDeleted(name: string): Promise<void> {
    await until(`the children of ${name} are deleted`, async () => {
      const children = await Promise.all([deploymentOf(scope(), name), serviceOf(scope(), name)]);
      return children.every((child) => child === undefined);
    });
  }

  /** What the operator writes about a resource and its children from the start of `action` until it has settled. */
  async function writtenWhile(name: string, action: () => Promise<void>): Promise<readonly string[]> {
    await settled(scope());
    const since = await mark(scope());
    await action();
    await settled(scope());
    const writes = besidesWitnesses(writesIn(await requestsOf(scope(), since)));
    return writes.filter((write) => write.includes(`/${name}`));
  }

  it('in the background is deleted with its children', async () => {
    await createReady(scope(), 'background');
    const written = await writtenWhile('background', async () => {
      await remove('background', 'Background');
      await untilDeleted('background');
      await childrenDeleted('background');
    });
    expect(written.filter((write) => write.startsWith('create') || write.endsWith('201'))).toEqual([]);
  });

  it('BUG-WS-10 in the foreground is deleted after its children, none of which is created again', async () => {
    const name = 'foreground';
    await createReady(scope(), name);
    await using servers = await watched(scope(), WebServer);
    await using deployments = await watched(scope(), Deployment);
    await using services = await watched(scope(), Service);
    const written = await writtenWhile(name, async () => {
      await remove(name, 'Foreground');
      await untilDeleted(name);
    });
    const at = await until('the watches have shown all three deletions', async () => {
      const [server, deployment, service] = [
        deletedAt(servers, name),
        deletedAt(deployments, name),
        deletedAt(services, `${name}-service`),
      ];
      return (
        server !== undefined && deployment !== undefined && service !== undefined && { server, deployment, service }
      );
    });
    expect(at.deployment).toBeLessThan(at.server);
    expect(at.service).toBeLessThan(at.server);
    const createdAgain = [...deployments.changes, ...services.changes].filter(
      ({ type, object }) => type === 'ADDED' && nameOf(object).startsWith(name),
    );
    expect(createdAgain).toEqual([]);
    expect(written.filter((write) => write.endsWith('201'))).toEqual([]);
  });

  it('BUG-WS-10 gets no children while a finalizer of others holds it', async () => {
    const name = 'kept';
    const { metadata } = await createReady(scope(), name);
    const servers = scope().client.resource(WebServer);
    await servers.mergePatch(metadata, { metadata: { finalizers: ['example.com/kept'] } });
    await remove(name, 'Background');
    const { service } = await childrenOf(scope(), name);
    const written = await writtenWhile(name, async () => {
      await scope().client.resource(Service).delete(service.metadata, { propagation: 'Background' });
      await scope()
        .client.resource(Deployment)
        .mergePatch(keyIn(scope(), name), { spec: { replicas: 5 } });
    });
    expect(written).toEqual([]);
    expect(await serviceOf(scope(), name)).toBeUndefined();
    expect((await servers.get(metadata)).metadata.deletionTimestamp).toBeDefined();
    await servers.mergePatch(metadata, { metadata: { finalizers: null } });
    await untilDeleted(name);
    await childrenDeleted(name);
  });

  describe('with --cascade=orphan', () => {
    const name = 'orphan';

    it('leaves its children as they are', async () => {
      await createReady(scope(), name);
      const before = await childrenOf(scope(), name);
      const written = await writtenWhile(name, async () => {
        await remove(name, 'Orphan');
        await untilDeleted(name);
      });
      expect(written).toEqual([]);
      const { deployment, service } = await childrenOf(scope(), name);
      for (const child of [deployment, service]) expect(child.metadata.ownerReferences ?? []).toEqual([]);
      expect(deployment.spec).toEqual(before.deployment.spec);
      expect(service.spec).toEqual(before.service.spec);
    });

    it('leaves children that are not created again if somebody deletes them', async () => {
      const written = await writtenWhile(name, async () => {
        await scope()
          .client.resource(Service)
          .delete(keyIn(scope(), `${name}-service`), { propagation: 'Background' });
      });
      expect(written).toEqual([]);
      expect(await serviceOf(scope(), name)).toBeUndefined();
    });

    it('leaves orphans that a new WebServer of its name adopts only once somebody adds the owner reference', async () => {
      const { metadata } = (await deploymentOf(scope(), name))!;
      const { client, namespace } = scope();
      await client.resource(WebServer).create({
        apiVersion: apiVersionOf(WebServer),
        kind: WebServer.kind,
        metadata: { namespace, name },
        spec: { image: 'example.com/web:2', replicas: 2 },
      });
      const conflict = { type: 'Ready', status: 'False', reason: 'NameConflict' };
      const server = await withCondition(client, keyIn(scope(), name), conflict);
      await settled(scope());
      const { resourceVersion } = (await deploymentOf(scope(), name))!.metadata;
      expect(resourceVersion).toBe(metadata.resourceVersion);

      const { uid } = server.metadata;
      const reference = { apiVersion: apiVersionOf(WebServer), kind: WebServer.kind, name, uid, controller: true };
      await client.resource(Deployment).mergePatch(metadata, { metadata: { ownerReferences: [reference] } });
      await ready(client, keyIn(scope(), name));
      const taken = await deploymentOf(scope(), name);
      expect(taken?.metadata.uid).toBe(metadata.uid);
      expect(taken?.spec).toMatchObject({
        replicas: 2,
        template: { spec: { containers: [{ image: 'example.com/web:2' }] } },
      });
    });
  });
});
