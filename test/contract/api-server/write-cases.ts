import assert from 'node:assert/strict';

import { unchecked } from '@kubewright/runtime/internal/client';
import { ConfigMap, Lease } from '@kubewright/runtime/kinds';
import {
  call,
  buildConfigMap,
  configMaps,
  type ContractCase,
  buildGadget,
  gadgets,
  toKey,
  buildPath,
  expectRejection,
  expectRejectedCall,
  Gadget,
} from './contract.ts';

/** Contract cases of create and update. */
export const writeCases: readonly ContractCase[] = [
  {
    title: 'a new object gets a uid, a version and a time, and no generation if its kind has none',
    async run(server) {
      const { metadata } = await configMaps(server).create(buildConfigMap(server, 'a', { data: { x: '1' } }));
      assert.match(metadata.uid, /^[0-9a-f-]{36}$/);
      assert.match(metadata.resourceVersion, /^\d+$/);
      assert.match(metadata.creationTimestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.equal(metadata.generation, undefined);
    },
  },
  {
    title: 'a second object with the same name is 409 AlreadyExists',
    async run(server) {
      await configMaps(server).create(buildConfigMap(server, 'a'));
      const message = 'configmaps "a" already exists';
      await expectRejection(configMaps(server).create(buildConfigMap(server, 'a')), {
        status: 409,
        reason: 'AlreadyExists',
        message,
      });
    },
  },
  {
    title: 'an object that does not exist is 404 with the name of its resource',
    async run(server) {
      const message = 'gadgets.contract.kubewright.dev "none" not found';
      await expectRejection(gadgets(server).get(toKey(server, 'none')), { status: 404, reason: 'NotFound', message });
      assert.equal(await gadgets(server).tryGet(toKey(server, 'none')), undefined);
    },
  },
  {
    title: 'a kind that is not served is 404 with a text',
    async run({ client }) {
      const answer = await client.transport.call({ method: 'GET', path: '/apis/unserved.example.com/v1/things' });
      assert.deepEqual([answer.status, answer.body], [404, '404 page not found\n']);
    },
  },
  {
    title: 'a generated name is its prefix and five letters',
    async run(server) {
      const sent = { ...buildConfigMap(server, 'x'), metadata: { generateName: 'some-', namespace: server.namespace } };
      const [one, other] = [await configMaps(server).create(sent), await configMaps(server).create(sent)];
      assert.match(one.metadata.name, /^some-[a-z0-9]{5}$/);
      assert.notEqual(one.metadata.name, other.metadata.name);
      assert.equal(one.metadata.generateName, 'some-');
    },
  },
  {
    title: 'an object without a name is 422 with the reason',
    async run(server) {
      const sent = { ...buildConfigMap(server, 'x'), metadata: { namespace: server.namespace } };
      const message = 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required';
      await expectRejection(server.client.resource(unchecked(ConfigMap)).create(sent), {
        status: 422,
        reason: 'Invalid',
        message,
        fields: ['metadata.name'],
      });
    },
  },
  {
    title: 'an invalid name is 422',
    async run(server) {
      const message =
        /^ConfigMap "Foo_" is invalid: metadata.name: Invalid value: "Foo_": a lowercase RFC 1123 subdomain/;
      await expectRejection(configMaps(server).create(buildConfigMap(server, 'Foo_')), { status: 422, message });
    },
  },
  {
    title: 'invalid labels are 422, each with a cause',
    async run(server) {
      const sent = buildConfigMap(server, 'a', { metadata: { labels: { 'a b': 'x y' } } });
      const fields = ['metadata.labels', 'metadata.labels'];
      await expectRejection(configMaps(server).create(sent), { status: 422, fields });
    },
  },
  {
    title: 'a new object with a version is 500',
    async run(server) {
      const sent = buildConfigMap(server, 'a', { metadata: { resourceVersion: '5' } });
      const message = 'resourceVersion should not be set on objects to be created';
      await expectRejection(configMaps(server).create(sent), { status: 500, message });
    },
  },
  {
    title: 'an object in another namespace than that of its URL is 400',
    async run(server) {
      const body = buildConfigMap(server, 'a', { metadata: { namespace: 'elsewhere' } });
      const message = 'the namespace of the provided object does not match the namespace sent on the request';
      await expectRejectedCall(
        server,
        { method: 'POST', path: buildPath(server, ConfigMap), body },
        { status: 400, message },
      );
    },
  },
  {
    title: 'a custom object of another version than that of its URL is 400, of another kind 422',
    async run(server) {
      const post = (body: object) => ({ method: 'POST', path: buildPath(server, Gadget), body }) as const;
      const other = { ...buildGadget(server, 'a'), apiVersion: 'contract.kubewright.dev/v2' };
      const does = 'does not match the expected API version (contract.kubewright.dev/v1)';
      const message = `the API version in the data (contract.kubewright.dev/v2) ${does}`;
      await expectRejectedCall(server, post(other), { status: 400, message });
      await expectRejectedCall(server, post({ ...buildGadget(server, 'a'), kind: 'Foo' }), {
        status: 422,
        fields: ['kind'],
      });
    },
  },
  {
    title: 'a dry run answers as if it had written, and stores nothing',
    async run(server) {
      const query = { dryRun: 'All' };
      const body = buildGadget(server, 'a');
      const { body: made } = await call(server, { method: 'POST', path: buildPath(server, Gadget), query, body });
      const { metadata } = made as { metadata: { uid?: string; resourceVersion?: string } };
      assert.ok(metadata.uid);
      assert.equal(metadata.resourceVersion, undefined);
      assert.equal(await gadgets(server).tryGet(toKey(server, 'a')), undefined);
    },
  },
  {
    title: 'an update of an older version is 409 and asks to use the latest',
    async run(server) {
      const first = await configMaps(server).create(buildConfigMap(server, 'a'));
      await configMaps(server).mergePatch(toKey(server, 'a'), { data: { x: '1' } });
      const message =
        'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the ' +
        'latest version and try again';
      await expectRejection(configMaps(server).update(first), { status: 409, reason: 'Conflict', message });
    },
  },
  {
    title: 'an update of the current version replaces everything but metadata that only the server sets',
    async run(server) {
      const first = await configMaps(server).create(
        buildConfigMap(server, 'a', { data: { x: '1' }, metadata: { labels: { a: 'b' } } }),
      );
      const { metadata } = first;
      const next = { ...buildConfigMap(server, 'a', { data: { y: '2' } }) };
      const after = await configMaps(server).update({
        ...next,
        metadata: { ...next.metadata, resourceVersion: metadata.resourceVersion },
      });
      assert.deepEqual(after.data, { y: '2' });
      assert.equal(after.metadata.labels, undefined);
      assert.equal(after.metadata.uid, metadata.uid);
      assert.equal(after.metadata.creationTimestamp, metadata.creationTimestamp);
      assert.ok(Number(after.metadata.resourceVersion) > Number(metadata.resourceVersion));
    },
  },
  {
    title: 'an update without a version overwrites a ConfigMap, and is 422 for a Lease and a custom object',
    async run(server) {
      await configMaps(server).create(buildConfigMap(server, 'a'));
      await configMaps(server).update(buildConfigMap(server, 'a', { data: { x: '1' } }));
      await gadgets(server).create(buildGadget(server, 'a'));
      const fields = ['metadata.resourceVersion'];
      const message =
        /^gadgets\.contract\.kubewright\.dev "a" is invalid: .*: Invalid value: 0: must be specified for an update$/;
      await expectRejection(gadgets(server).update(buildGadget(server, 'a')), { status: 422, fields, message });
      const lease = { ...buildConfigMap(server, 'a'), apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', spec: {} };
      await server.client.resource(Lease).create(lease);
      await expectRejection(server.client.resource(Lease).update(lease), { status: 422, fields });
    },
  },
  {
    title: 'an update with the uid of an earlier object is 409',
    async run(server) {
      await configMaps(server).create(buildConfigMap(server, 'a'));
      const sent = buildConfigMap(server, 'a', { metadata: { uid: 'another' } });
      const message = /Precondition failed: UID in precondition: another, UID in object meta: /;
      await expectRejection(configMaps(server).update(sent), { status: 409, reason: 'Conflict', message });
    },
  },
  {
    title: 'an update of an object that does not exist is 404, with another name than that of its URL 400',
    async run(server) {
      await expectRejection(configMaps(server).update(buildConfigMap(server, 'none')), { status: 404 });
      const request = {
        method: 'PUT',
        path: buildPath(server, ConfigMap, 'a'),
        body: buildConfigMap(server, 'b'),
      } as const;
      const message = 'the name of the object (b) does not match the name on the URL (a)';
      await expectRejectedCall(server, request, { status: 400, message });
    },
  },
  {
    title: 'a write without changes keeps the version',
    async run(server) {
      const first = await gadgets(server).create(buildGadget(server, 'a'));
      const same = await gadgets(server).mergePatch(toKey(server, 'a'), { spec: { size: 1 } });
      assert.equal(same.metadata.resourceVersion, first.metadata.resourceVersion);
    },
  },
  {
    title: 'the generation grows with the spec, and not with labels or the status',
    async run(server) {
      const patch = (body: object, subresource?: 'status') =>
        gadgets(server).mergePatch(toKey(server, 'a'), body, subresource && { subresource });
      const first = await gadgets(server).create(buildGadget(server, 'a'));
      const labelled = await patch({ metadata: { labels: { a: 'b' } } });
      const reported = await patch({ status: { ready: 1 } }, 'status');
      const resized = await patch({ spec: { size: 2 } });
      const generations = [first, labelled, reported, resized].map(({ metadata }) => metadata.generation);
      assert.deepEqual(generations, [1, 1, 1, 2]);
    },
  },
];
