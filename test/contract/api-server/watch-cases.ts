import assert from 'node:assert/strict';

import type { KubeObject } from '@kubewright/runtime/internal/base';
import { onlyMetadata } from '@kubewright/runtime/internal/base';
import {
  type ContractCase,
  type ContractServer,
  Gadget,
  buildGadget,
  gadgets,
  toKey,
  buildPath,
  expectRejection,
  awaitSoon,
  watch,
} from './contract.ts';

async function createGadgets(server: ContractServer, ...names: readonly string[]): Promise<readonly string[]> {
  const versions: string[] = [];
  for (const name of names)
    versions.push((await gadgets(server).create(buildGadget(server, name))).metadata.resourceVersion);
  return versions;
}

const label = (server: ContractServer, name: string, labels: object): Promise<Gadget> =>
  gadgets(server).mergePatch(toKey(server, name), { metadata: { labels } });

export const watchCases: readonly ContractCase[] = [
  {
    title: 'a watch from a version sends what happened after it, in order',
    async run(server) {
      const [first = ''] = await createGadgets(server, 'a', 'b');
      await label(server, 'a', { x: 'y' });
      await gadgets(server).delete(toKey(server, 'b'), { propagation: 'Background' });
      await using watched = await watch(server, gadgets(server), { resourceVersion: first });
      assert.deepEqual(await watched.next(3), ['ADDED b', 'MODIFIED a', 'DELETED b']);
      await createGadgets(server, 'c');
      assert.deepEqual(await watched.next(1), ['ADDED c']);
    },
  },
  {
    title: 'a watch without a version begins with the objects that exist',
    async run(server) {
      await createGadgets(server, 'b', 'a');
      // The watch starts from the API server's watch cache, which may lag behind.
      const { namespace } = server;
      await awaitSoon(async () => (await gadgets(server).list({ namespace, resourceVersion: '0' })).items.length === 2);
      await using watched = await watch(server, gadgets(server));
      assert.deepEqual(await watched.next(2), ['ADDED a', 'ADDED b']);
    },
  },
  {
    title: 'a deleted object is sent with the version of its deletion',
    async run(server) {
      const [first = ''] = await createGadgets(server, 'a');
      await gadgets(server).delete(toKey(server, 'a'), { propagation: 'Background' });
      await using watched = await watch(server, gadgets(server), { resourceVersion: first });
      const { type, object } = await watched.event();
      assert.equal(type, 'DELETED');
      assert.ok(Number((object as KubeObject).metadata.resourceVersion) > Number(first));
    },
  },
  {
    title: 'an object that leaves the selection is sent as deleted, one that enters it as added',
    async run(server) {
      const [first = ''] = await createGadgets(server, 'a');
      await using watched = await watch(server, gadgets(server), { resourceVersion: first, labelSelector: 'x=y' });
      await label(server, 'a', { z: 'z' });
      const entered = await label(server, 'a', { x: 'y' });
      await label(server, 'a', { z: 'zz' });
      const left = await label(server, 'a', { x: 'z' });
      const versions: string[] = [];
      for (const expected of ['ADDED', 'MODIFIED', 'DELETED']) {
        const { type, object } = await watched.event();
        assert.equal(type, expected);
        versions.push((object as KubeObject).metadata.resourceVersion);
      }
      assert.deepEqual([versions[0], versions[2]], [entered.metadata.resourceVersion, left.metadata.resourceVersion]);
    },
  },
  {
    title: 'a watch sends only the namespace and the fields that it selects',
    async run(server) {
      const [first = ''] = await createGadgets(server, 'a');
      await using watched = await watch(server, gadgets(server), {
        resourceVersion: first,
        fieldSelector: 'metadata.name=c',
      });
      await createGadgets(server, 'b', 'c');
      assert.deepEqual(await watched.next(1), ['ADDED c']);
    },
  },
  {
    title: 'a watch from a compacted version is 410, sent as an event',
    async run(server) {
      const resourceVersion = await server.forgottenVersion();
      await createGadgets(server, 'a');
      await using watched = await watch(server, gadgets(server), { resourceVersion });
      const { type, object } = await watched.event();
      const { code, reason, message } = object as { code: number; reason: string; message: string };
      assert.deepEqual([type, code, reason], ['ERROR', 410, 'Expired']);
      assert.match(message, /^too old resource version: /);
    },
  },
  {
    title: 'a watch from a future version receives nothing before it, and is not rejected',
    async run(server) {
      const { namespace } = server;
      const future = { namespace, resourceVersion: '999999999', timeoutSeconds: 2 };
      const events = await gadgets(server).watch(future);
      await createGadgets(server, 'a');
      for await (const { type } of events) assert.fail(`got ${type}`);
    },
  },
  {
    title: 'a watch ends after the requested time',
    async run(server) {
      const [first = ''] = await createGadgets(server, 'a');
      const { namespace } = server;
      const events = await gadgets(server).watch({ namespace, resourceVersion: first, timeoutSeconds: 1 });
      for await (const { type } of events) assert.equal(type, 'BOOKMARK');
    },
  },
  {
    title: 'a client can watch the metadata alone',
    async run(server) {
      await createGadgets(server, 'a');
      await using watched = await watch(server, server.client.resource(onlyMetadata(Gadget)));
      const { object } = await watched.event();
      assert.deepEqual([(object as KubeObject).kind, 'spec' in (object as KubeObject)], ['Gadget', false]);
    },
  },
  {
    title: 'a watch of a kind that is not served is 404',
    async run(server) {
      const kind = { ...onlyMetadata(Gadget), version: 'v9' };
      await expectRejection(server.client.resource(kind).watch(), { status: 404 });
    },
  },
  {
    title: 'resourceVersionMatch without initial events is 422',
    async run(server) {
      const query = { watch: true, resourceVersion: '5', resourceVersionMatch: 'NotOlderThan' };
      const stream = await server.client.transport.stream({ method: 'GET', path: buildPath(server, Gadget), query });
      assert.equal(stream.status, 422);
    },
  },
  {
    title:
      'initial events are the existing objects, then a bookmark, then changes follow; or 422 if they are not supported',
    async run(server) {
      await createGadgets(server, 'b', 'a');
      const asked = watch(server, gadgets(server), { sendInitialEvents: true });
      if (!server.watchList) {
        await expectRejection(asked, { status: 422, fields: ['sendInitialEvents'] });
        return;
      }
      await using watched = await asked;
      assert.deepEqual(await watched.next(2), ['ADDED a', 'ADDED b']);
      const { type, object } = await watched.event();
      const { annotations } = (object as KubeObject).metadata;
      assert.deepEqual([type, annotations], ['BOOKMARK', { 'k8s.io/initial-events-end': 'true' }]);
      await createGadgets(server, 'c');
      assert.deepEqual(await watched.next(1), ['ADDED c']);
    },
  },
  {
    title: 'initial events need resourceVersionMatch, if they are supported',
    async run(server) {
      const query = { watch: true, allowWatchBookmarks: true, sendInitialEvents: true };
      const stream = await server.client.transport.stream({ method: 'GET', path: buildPath(server, Gadget), query });
      assert.equal(stream.status, 422);
    },
  },
];
