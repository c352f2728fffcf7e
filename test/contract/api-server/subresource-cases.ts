import assert from 'node:assert/strict';

import type { ApiRequest } from '@kubewright/runtime/internal/client';
import { ConfigMap, DaemonSet, Deployment, Pod } from '@kubewright/runtime/kinds';
import {
  buildConfigMap,
  buildGadget,
  buildPath,
  call,
  type ContractCase,
  type ContractServer,
  expectRejectedCall,
  Gadget,
  gadgets,
  toKey,
} from './contract.ts';

const merge = { method: 'PATCH', contentType: 'application/merge-patch+json' } as const;
const notFound = { status: 404, reason: 'NotFound', message: 'the server could not find the requested resource' };
const notAllowed = { status: 405, reason: 'MethodNotAllowed' };

async function createPod(server: ContractServer, names: readonly string[]): Promise<string> {
  const containers = names.map((name) => ({ name, image: 'a:1' }));
  const spec = { containers, nodeSelector: { nowhere: 'yes' } };
  await server.client.resource(Pod).create({ ...buildConfigMap(server, 'a', { spec }), kind: 'Pod' } as never);
  return buildPath(server, Pod, 'a');
}

/** Creates a Deployment. Returns the path of its scale subresource. */
async function createDeployment(server: ContractServer): Promise<string> {
  const labels = { b: 'c', a: 'b' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'a:1' }] } };
  const spec = { replicas: 0, selector: { matchLabels: labels }, template: { ...template } };
  const body = { ...buildConfigMap(server, 'a', { spec }), apiVersion: 'apps/v1', kind: 'Deployment' };
  await server.client.resource(Deployment).create(body as never);
  return `${buildPath(server, Deployment, 'a')}/scale`;
}

const buildEviction = (name: string, path: string): ApiRequest => ({
  ...{ method: 'POST', path: `${path}/eviction` },
  body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } },
});

export const subresourceCases: readonly ContractCase[] = [
  {
    title: 'a Pod without a node has an empty log; others are named or not found',
    async run(server) {
      const path = await createPod(server, ['a', 'b']);
      const log = (query: object = {}, at = path): ApiRequest => ({
        method: 'GET',
        path: `${at}/log`,
        query: { ...query },
      });
      const { status, body } = await call(server, log({ container: 'b' }));
      assert.deepEqual([status, body], [204, '']);
      const message = 'a container name must be specified for pod a, choose one of: [a b]';
      await expectRejectedCall(server, log(), { status: 400, message });
      const invalid = 'container c is not valid for pod a';
      await expectRejectedCall(server, log({ container: 'c' }), { status: 400, message: invalid });
      const missing = { status: 404, message: 'pods "b" not found' };
      await expectRejectedCall(server, log({}, buildPath(server, Pod, 'b')), missing);
    },
  },
  {
    title: 'an eviction deletes the Pod, except in a dry run',
    async run(server) {
      const path = await createPod(server, ['a']);
      const message = 'name in URL does not match name in Eviction object';
      await expectRejectedCall(server, buildEviction('b', path), { status: 400, message });
      await call(server, { ...buildEviction('a', path), query: { dryRun: 'All' } });
      const { status, body } = await call(server, buildEviction('a', path));
      const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
      assert.deepEqual([status, body], [201, success]);
      await expectRejectedCall(server, buildEviction('a', path), { status: 404, message: 'pods "a" not found' });
    },
  },
  {
    title: 'a scale has the replicas and the selector of a Deployment, and changes only the replicas',
    async run(server) {
      const path = await createDeployment(server);
      const { body } = await call(server, { method: 'GET', path });
      const { metadata, ...scale } = body as { metadata: object };
      const status = { replicas: 0, selector: 'a=b,b=c' };
      assert.deepEqual(scale, { kind: 'Scale', apiVersion: 'autoscaling/v1', spec: {}, status });
      assert.deepEqual(Object.keys(metadata).sort(), [
        ...['creationTimestamp', 'name', 'namespace', 'resourceVersion', 'uid'],
      ]);
      const query = { fieldManager: 'alice' };
      // Not 0 first, because Kubernetes 1.34 would record no manager.
      await call(server, { ...merge, path, query, body: { spec: { replicas: 1 } } });
      await call(server, { ...merge, path, query, body: { spec: { replicas: 1, x: 1 }, metadata: { labels: {} } } });
      const live = await server.client.resource(Deployment).get(toKey(server, 'a'));
      assert.deepEqual([live.spec.replicas, live.metadata.generation], [1, 2]);
      const entry = live.metadata.managedFields?.find(({ manager }) => manager === 'alice');
      assert.deepEqual([entry?.subresource, entry?.fieldsV1], ['scale', { 'f:spec': { 'f:replicas': {} } }]);
    },
  },
  {
    title: 'a scale may not be negative, outdated or of another name',
    async run(server) {
      const path = await createDeployment(server);
      const message =
        'Scale.autoscaling "a" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0';
      const negative = { ...merge, path, body: { spec: { replicas: -1 } } };
      await expectRejectedCall(server, negative, { status: 422, message, fields: ['spec.replicas'] });
      const type = { apiVersion: 'autoscaling/v1', kind: 'Scale' };
      const put = (metadata: object): ApiRequest => ({
        ...{ method: 'PUT', path },
        body: { ...type, metadata: { namespace: server.namespace, ...metadata }, spec: { replicas: 0 } },
      });
      await expectRejectedCall(server, put({ name: 'a', resourceVersion: '1' }), { status: 409, reason: 'Conflict' });
      await expectRejectedCall(server, put({ name: 'b' }), { status: 400 });
      await call(server, put({ name: 'a' }));
    },
  },
  {
    title: 'the scale of a custom resource follows the paths of its CRD',
    async run(server) {
      await gadgets(server).create(buildGadget(server, 'a', { spec: { copies: 2 } }));
      const path = `${buildPath(server, Gadget, 'a')}/scale`;
      const { body } = await call(server, { ...merge, path, body: { spec: { replicas: 3 } } });
      const { spec, status } = body as { spec: object; status: object };
      assert.deepEqual([spec, status], [{ replicas: 3 }, { replicas: 0 }]);
      assert.equal((await gadgets(server).get(toKey(server, 'a'))).spec.copies, 3);
    },
  },
  {
    title: 'a subresource rejects other methods, and other kinds do not have it',
    async run(server) {
      const pod = await createPod(server, ['a']);
      const scale = await createDeployment(server);
      for (const [method, path] of [
        ...([
          ['POST', `${pod}/log`],
          ['DELETE', `${pod}/log`],
          ['GET', `${pod}/eviction`],
        ] as const),
        ...([
          ['DELETE', scale],
          ['POST', scale],
        ] as const),
      ])
        await expectRejectedCall(server, { method, path, ...(method === 'POST' && { body: {} }) }, notAllowed);
      for (const path of [
        ...[`${pod}/none`, `${pod}/scale`, scale.replace(/scale$/, 'log')],
        ...[`${buildPath(server, DaemonSet, 'a')}/scale`, `${buildPath(server, ConfigMap, 'a')}/log`],
      ])
        await expectRejectedCall(server, { method: 'GET', path }, notFound);
    },
  },
];
