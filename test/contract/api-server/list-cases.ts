import assert from 'node:assert/strict';

import { formatApiVersion, onlyMetadata } from '@kubewright/runtime/internal/base';
import type { NewObject } from '@kubewright/runtime/internal/client';
import { Event, Pod, Secret } from '@kubewright/runtime/kinds';
import {
  buildConfigMap,
  type ContractCase,
  Gadget,
  buildGadget,
  gadgets,
  buildPath,
  expectRejection,
  expectRejectedCall,
  awaitSoon,
} from './contract.ts';
import { type List, listSecrets, joinNames, tooLarge, createSecrets } from './listed-secrets.ts';

export const listCases: readonly ContractCase[] = [
  {
    title: 'a list is ordered by name and has the newest version',
    async run(server) {
      const versions = await createSecrets(server, ['c', 'a', 'b']);
      const found = await listSecrets(server, {});
      assert.equal(joinNames(found), 'abc');
      assert.ok(Number(found.metadata.resourceVersion) >= Number(versions.at(-1)));
    },
  },
  {
    title: 'labels are selected by equality and by sets',
    async run(server) {
      await createSecrets(server);
      const by: Readonly<Record<string, string>> = {
        'tier=back': 'bc',
        'tier==back,rank=5': 'b',
        'tier!=back': 'ad',
        'tier in (front, back),rank': 'ab',
        'tier notin (front)': 'bcd',
        tier: 'abc',
        '!tier': 'd',
        'rank>1': 'b',
        'rank<5': 'a',
      };
      for (const [labelSelector, names] of Object.entries(by)) {
        assert.equal(joinNames(await listSecrets(server, { labelSelector })), names, labelSelector);
      }
    },
  },
  {
    title: 'a selector that cannot be read is 400',
    async run(server) {
      const ask = (query: Readonly<Record<string, string>>) =>
        ({ method: 'GET', path: buildPath(server, Secret), query }) as const;
      const message = /^unable to parse requirement/;
      await expectRejectedCall(server, ask({ labelSelector: 'tier in back' }), {
        status: 400,
        reason: 'BadRequest',
        message,
      });
      await expectRejectedCall(server, ask({ labelSelector: 'a b' }), { status: 400, message });
      const fields = "invalid selector: 'metadata.name'; can't understand 'metadata.name'";
      await expectRejectedCall(server, ask({ fieldSelector: 'metadata.name' }), { status: 400, message: fields });
    },
  },
  {
    title: 'names and namespaces can be selected, other fields only if the API allows it',
    async run(server) {
      await createSecrets(server);
      assert.equal(joinNames(await listSecrets(server, { fieldSelector: 'metadata.name=a' })), 'a');
      const both = `metadata.name!=a,metadata.namespace=${server.namespace}`;
      assert.equal(joinNames(await listSecrets(server, { fieldSelector: both })), 'bcd');
      const escaped = String.raw`metadata.name=a\,metadata.name\=b\\`;
      assert.equal(joinNames(await listSecrets(server, { fieldSelector: escaped })), '');
      await gadgets(server).create(buildGadget(server, 'g', { spec: { color: 'red' } }));
      await gadgets(server).create(buildGadget(server, 'h'));
      const { namespace } = server;
      const found = await gadgets(server).list({ namespace, fieldSelector: 'spec.color=red' });
      assert.deepEqual(
        found.items.map(({ metadata }) => metadata.name),
        ['g'],
      );
      const asked = gadgets(server).list({ namespace, fieldSelector: 'spec.name=abc' });
      await expectRejection(asked, { status: 400, message: 'field label not supported: spec.name' });
    },
  },
  {
    title: 'events can be selected by their reason and by the object that they are about',
    async run(server) {
      const events = server.client.resource(Event);
      const event = (name: string, reason: string, kind: string): NewObject<Event> => ({
        ...buildConfigMap(server, name),
        ...{ apiVersion: 'events.k8s.io/v1', kind: 'Event', eventTime: '2026-01-01T00:00:00.000000Z', type: 'Warning' },
        ...{ reason, action: 'Create', reportingController: 'example.com/test', reportingInstance: 'test' },
        regarding: { kind, namespace: server.namespace, name: 'a', uid: '1' },
      });
      await events.create(event('a', 'FailedCreate', 'Job'));
      await events.create(event('b', 'FailedCreate', 'ReplicaSet'));
      await events.create(event('c', 'SuccessfulCreate', 'Job'));
      const fieldSelector = 'regarding.kind=Job,reason=FailedCreate';
      const { items } = await events.list({ namespace: server.namespace, fieldSelector });
      assert.deepEqual(
        items.map(({ metadata }) => metadata.name),
        ['a'],
      );
    },
  },
  {
    title: 'Pods can be selected by their node',
    async run(server) {
      const pods = server.client.resource(Pod);
      const containers = [{ name: 'main', image: 'example.com/a:1' }];
      for (const nodeName of ['one', 'two']) {
        await pods.create({ ...buildConfigMap(server, nodeName), kind: 'Pod', spec: { nodeName, containers } });
      }
      const { items } = await pods.list({ namespace: server.namespace, fieldSelector: 'spec.nodeName=two' });
      assert.deepEqual(
        items.map(({ metadata }) => metadata.name),
        ['two'],
      );
    },
  },
  {
    title: 'version 0 is answered as a whole, regardless of the limit',
    async run(server) {
      await createSecrets(server);
      // Waits, because the list may be from before the last Secret was created.
      await awaitSoon(async () => {
        const found = await listSecrets(server, { limit: 1, resourceVersion: '0' });
        assert.deepEqual([found.metadata.continue ?? '', found.metadata.remainingItemCount], ['', undefined]);
        return joinNames(found) === 'abcd';
      });
    },
  },
  {
    title: 'a list at an exact version shows the objects as they were',
    async run(server) {
      const [, second = ''] = await createSecrets(server);
      const found = await listSecrets(server, { resourceVersion: second, resourceVersionMatch: 'Exact' });
      assert.deepEqual([joinNames(found), found.metadata.resourceVersion], ['ab', second]);
      assert.equal(joinNames(await listSecrets(server, { resourceVersion: second, limit: 10 })), 'ab');
      // Any state that is not older is correct. The watch cache may lag behind, and the API server may even reject the
      // request.
      const request = { method: 'GET', path: buildPath(server, Secret), query: { resourceVersion: second } } as const;
      await awaitSoon(async () => {
        const { status, body } = await server.client.transport.call(request);
        return status === 200 && joinNames(body as List) === 'abcd';
      });
    },
  },
  {
    title: 'a list at a compacted version is 410',
    async run(server) {
      const resourceVersion = await server.forgottenVersion();
      const query = { resourceVersion, resourceVersionMatch: 'Exact' };
      const request = { method: 'GET', path: buildPath(server, Secret), query } as const;
      await expectRejectedCall(server, request, { status: 410, reason: 'Expired' });
    },
  },
  {
    title: 'a list at a future version is 504 with the reason',
    async run(server) {
      const query = { resourceVersion: '999999999' };
      const request = { method: 'GET', path: buildPath(server, Secret), query } as const;
      const error = await expectRejectedCall(server, request, tooLarge);
      assert.deepEqual([error.causes[0]?.reason, error.retryAfterMs], ['ResourceVersionTooLarge', 1000]);
      const page = { ...request, query: { ...query, limit: 1, resourceVersionMatch: 'NotOlderThan' } };
      await expectRejectedCall(server, page, { status: 504, reason: 'Timeout' });
    },
  },
  {
    title: 'contradictory options are 422',
    async run(server) {
      const ask = (query: Readonly<Record<string, string | boolean>>) =>
        ({ method: 'GET', path: buildPath(server, Secret), query }) as const;
      const fields = ['resourceVersionMatch'];
      await expectRejectedCall(server, ask({ resourceVersionMatch: 'Exact' }), { status: 422, fields });
      await expectRejectedCall(server, ask({ resourceVersionMatch: 'Exact', resourceVersion: '0' }), {
        status: 422,
        fields,
      });
      await expectRejectedCall(server, ask({ resourceVersionMatch: 'Foo', resourceVersion: '5' }), {
        status: 422,
        fields,
      });
      await expectRejectedCall(server, ask({ sendInitialEvents: true }), {
        status: 422,
        fields: ['sendInitialEvents'],
      });
      await expectRejectedCall(server, ask({ resourceVersion: 'abc' }), {
        status: 400,
        message: /^invalid resource version/,
      });
    },
  },
  {
    title: 'a client can request the metadata alone',
    async run(server) {
      await gadgets(server).create(buildGadget(server, 'a', { metadata: { labels: { a: 'b' } } }));
      const { items } = await server.client.resource(onlyMetadata(Gadget)).list({ namespace: server.namespace });
      const [only] = items;
      assert.deepEqual([items.length, only?.metadata.labels, 'spec' in (only ?? {})], [1, { a: 'b' }, false]);
      assert.deepEqual([only?.apiVersion, only?.kind], [formatApiVersion(Gadget), 'Gadget']);
    },
  },
];
