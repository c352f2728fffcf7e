import assert from 'node:assert/strict';

import { apiVersionOf, metadataOf } from '../../../runtime/src/base/index.ts';
import type { NewObject } from '../../../runtime/src/client/index.ts';
import { Event, Secret } from '@kubewright/runtime/kinds';
import {
  call,
  configMap,
  type ContractCase,
  type ContractServer,
  Gadget,
  gadget,
  gadgets,
  pathTo,
  refused,
  refusedCall,
  soon,
} from './contract.ts';

interface List {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

const labelsOf: Readonly<Record<string, object>> = {
  a: { tier: 'front', rank: '1' },
  b: { tier: 'back', rank: '5' },
  c: { tier: 'back' },
  d: {},
};

/** Creates Secrets, of which a new namespace has none. Returns the version of each. */
async function withSecrets(server: ContractServer, names = Object.keys(labelsOf)): Promise<readonly string[]> {
  const versions: string[] = [];
  for (const name of names) {
    const sent = { ...configMap(server, name, { metadata: { labels: labelsOf[name] } }), kind: 'Secret' };
    versions.push((await server.client.resource(Secret).create(sent)).metadata.resourceVersion);
  }
  return versions;
}

async function list(server: ContractServer, query: Readonly<Record<string, string | number>>): Promise<List> {
  return (await call(server, { method: 'GET', path: pathTo(server, Secret), query })).body as List;
}

const namesOf = ({ items }: List): string => items.map(({ metadata }) => metadata.name).join('');

/** Lists, pages and selectors. */
export const listCases: readonly ContractCase[] = [
  {
    title: 'a list is ordered by name and has the newest version',
    async run(server) {
      const versions = await withSecrets(server, ['c', 'a', 'b']);
      const found = await list(server, {});
      assert.equal(namesOf(found), 'abc');
      assert.ok(Number(found.metadata.resourceVersion) >= Number(versions.at(-1)));
    },
  },
  {
    title: 'labels are selected by equality and by sets',
    async run(server) {
      await withSecrets(server);
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
        assert.equal(namesOf(await list(server, { labelSelector })), names, labelSelector);
      }
    },
  },
  {
    title: 'a selector that cannot be read is 400',
    async run(server) {
      const ask = (query: Readonly<Record<string, string>>) =>
        ({ method: 'GET', path: pathTo(server, Secret), query }) as const;
      const message = /^unable to parse requirement/;
      await refusedCall(server, ask({ labelSelector: 'tier in back' }), { status: 400, reason: 'BadRequest', message });
      await refusedCall(server, ask({ labelSelector: 'a b' }), { status: 400, message });
      const fields = "invalid selector: 'metadata.name'; can't understand 'metadata.name'";
      await refusedCall(server, ask({ fieldSelector: 'metadata.name' }), { status: 400, message: fields });
    },
  },
  {
    title: 'names and namespaces can be selected, other fields only if the API allows it',
    async run(server) {
      await withSecrets(server);
      assert.equal(namesOf(await list(server, { fieldSelector: 'metadata.name=a' })), 'a');
      const both = `metadata.name!=a,metadata.namespace=${server.namespace}`;
      assert.equal(namesOf(await list(server, { fieldSelector: both })), 'bcd');
      await gadgets(server).create(gadget(server, 'g', { spec: { color: 'red' } }));
      await gadgets(server).create(gadget(server, 'h'));
      const { namespace } = server;
      const found = await gadgets(server).list({ namespace, fieldSelector: 'spec.color=red' });
      assert.deepEqual(
        found.items.map(({ metadata }) => metadata.name),
        ['g'],
      );
      const asked = gadgets(server).list({ namespace, fieldSelector: 'spec.name=abc' });
      await refused(asked, { status: 400, message: 'field label not supported: spec.name' });
    },
  },
  {
    title: 'events can be selected by their reason and by the object that they are about',
    async run(server) {
      const events = server.client.resource(Event);
      const event = (name: string, reason: string, kind: string): NewObject<Event> => ({
        ...configMap(server, name),
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
    title: 'all pages of a list show one version, whatever happens between them',
    async run(server) {
      await withSecrets(server);
      const first = await list(server, { limit: 2 });
      assert.deepEqual([namesOf(first), first.metadata.remainingItemCount], ['ab', 2]);
      await server.client.resource(Secret).create({ ...configMap(server, 'bb'), kind: 'Secret' });
      const second = await list(server, { limit: 2, continue: first.metadata.continue ?? '' });
      assert.deepEqual([namesOf(second), second.metadata.continue ?? ''], ['cd', '']);
      assert.equal(second.metadata.resourceVersion, first.metadata.resourceVersion);
    },
  },
  {
    title: 'pages of a selection do not contain how many items remain',
    async run(server) {
      await withSecrets(server);
      const page = await list(server, { limit: 1, labelSelector: 'tier' });
      assert.deepEqual([namesOf(page), page.metadata.remainingItemCount], ['a', undefined]);
    },
  },
  {
    title: 'version 0 is answered as a whole, whatever the limit',
    async run(server) {
      await withSecrets(server);
      // The list may be old; it is checked once it contains all Secrets.
      await soon(async () => {
        const found = await list(server, { limit: 1, resourceVersion: '0' });
        assert.deepEqual([found.metadata.continue ?? '', found.metadata.remainingItemCount], ['', undefined]);
        return namesOf(found) === 'abcd';
      });
    },
  },
  {
    title: 'the newest state comes in pages, whose size may change from one to the next',
    async run(server) {
      await withSecrets(server, ['a', 'b', 'c', 'd', 'e']);
      const pages: string[] = [];
      let token: string | undefined;
      for (const limit of [2, 1, 500]) {
        const page = await list(server, { limit, ...(token !== undefined && { continue: token }) });
        pages.push(namesOf(page));
        token = page.metadata.continue;
      }
      assert.deepEqual([pages, token ?? ''], [['ab', 'c', 'de'], '']);
    },
  },
  {
    title: 'a list at an exact version shows the objects as they were',
    async run(server) {
      const [, second = ''] = await withSecrets(server);
      const found = await list(server, { resourceVersion: second, resourceVersionMatch: 'Exact' });
      assert.deepEqual([namesOf(found), found.metadata.resourceVersion], ['ab', second]);
      assert.equal(namesOf(await list(server, { resourceVersion: second, limit: 10 })), 'ab');
      // Any newer state is sufficient: the watch cache may lag behind, even so far that the request is refused.
      const request = { method: 'GET', path: pathTo(server, Secret), query: { resourceVersion: second } } as const;
      await soon(async () => {
        const { status, body } = await server.client.transport.call(request);
        return status === 200 && namesOf(body as List) === 'abcd';
      });
    },
  },
  {
    title: 'a list at a compacted version is 410',
    async run(server) {
      const resourceVersion = await server.forgottenVersion();
      const query = { resourceVersion, resourceVersionMatch: 'Exact' };
      const request = { method: 'GET', path: pathTo(server, Secret), query } as const;
      await refusedCall(server, request, { status: 410, reason: 'Expired' });
    },
  },
  {
    title: 'the continue token of a compacted list is 410, with a new token for the rest',
    async run(server) {
      const version = await server.forgottenVersion();
      await withSecrets(server);
      const token = Buffer.from(`{"v":"meta.k8s.io/v1","rv":${version},"start":"b\\u0000"}`).toString('base64url');
      const { body } = await server.client.transport.call({
        method: 'GET',
        path: pathTo(server, Secret),
        query: { limit: 2, continue: token },
      });
      const { code, reason, metadata } = body as { code: number; reason: string; metadata: { continue?: string } };
      assert.deepEqual([code, reason], [410, 'Expired']);
      assert.ok(metadata.continue);
    },
  },
  {
    title: 'an invalid continue token is 400, and so is one with a resource version',
    async run(server) {
      const ask = (query: Readonly<Record<string, string | number>>) =>
        ({ method: 'GET', path: pathTo(server, Secret), query }) as const;
      await refusedCall(server, ask({ continue: 'xx' }), { status: 400, message: /^invalid continue token/ });
      await withSecrets(server);
      const { metadata } = await list(server, { limit: 1 });
      const message = 'specifying resource version is not allowed when using continue';
      await refusedCall(server, ask({ continue: metadata.continue ?? '', resourceVersion: '5' }), {
        status: 400,
        message,
      });
    },
  },
  {
    title: 'a list at a future version is 504 and says so',
    async run(server) {
      const query = { resourceVersion: '999999999' };
      const request = { method: 'GET', path: pathTo(server, Secret), query } as const;
      const error = await refusedCall(server, request, {
        status: 504,
        reason: 'Timeout',
        message: /Too large resource version/,
      });
      assert.equal(error.causes[0]?.reason, 'ResourceVersionTooLarge');
      assert.equal(error.retryAfterMs, 1000);
      const page = { ...request, query: { ...query, limit: 1, resourceVersionMatch: 'NotOlderThan' } };
      await refusedCall(server, page, { status: 504, reason: 'Timeout' });
    },
  },
  {
    title: 'a page of one object has the newest version of all objects',
    async run(server) {
      await withSecrets(server);
      for (const name of ['one', 'two', 'three']) {
        const { metadata } = await gadgets(server).create(gadget(server, name));
        const found = await list(server, { limit: 1 });
        assert.ok(Number(found.metadata.resourceVersion) >= Number(metadata.resourceVersion));
        assert.equal(namesOf(found), 'a');
      }
    },
  },
  {
    title: 'contradictory options are 422',
    async run(server) {
      const ask = (query: Readonly<Record<string, string | boolean>>) =>
        ({ method: 'GET', path: pathTo(server, Secret), query }) as const;
      const fields = ['resourceVersionMatch'];
      await refusedCall(server, ask({ resourceVersionMatch: 'Exact' }), { status: 422, fields });
      await refusedCall(server, ask({ resourceVersionMatch: 'Exact', resourceVersion: '0' }), { status: 422, fields });
      await refusedCall(server, ask({ resourceVersionMatch: 'Foo', resourceVersion: '5' }), { status: 422, fields });
      await refusedCall(server, ask({ sendInitialEvents: true }), { status: 422, fields: ['sendInitialEvents'] });
      await refusedCall(server, ask({ resourceVersion: 'abc' }), { status: 400, message: /^invalid resource version/ });
    },
  },
  {
    title: 'a client can request the metadata alone',
    async run(server) {
      await gadgets(server).create(gadget(server, 'a', { metadata: { labels: { a: 'b' } } }));
      const { items } = await server.client.resource(metadataOf(Gadget)).list({ namespace: server.namespace });
      const [only] = items;
      assert.deepEqual([items.length, only?.metadata.labels, 'spec' in (only ?? {})], [1, { a: 'b' }, false]);
      assert.deepEqual([only?.apiVersion, only?.kind], [apiVersionOf(Gadget), 'Gadget']);
    },
  },
];
