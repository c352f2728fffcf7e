import assert from 'node:assert/strict';

import { Secret } from '@kubewright/runtime/kinds';
import { configMap, type ContractCase, type ContractServer, gadget, gadgets, pathTo, refusedCall } from './contract.ts';
import { list, namesOf, tooLarge, withSecrets } from './listed-secrets.ts';

/** The continue token of a page with `a` and `b`, as if the list were of another version. */
async function tokenAt(server: ContractServer, version: number): Promise<string> {
  const { metadata } = await list(server, { limit: 2 });
  const token = JSON.parse(Buffer.from(metadata.continue ?? '', 'base64url').toString()) as object;
  return Buffer.from(JSON.stringify({ ...token, rv: version })).toString('base64url');
}

/** The request for the next page. */
const pageAfter = (server: ContractServer, token: string) =>
  ({ method: 'GET', path: pathTo(server, Secret), query: { limit: 2, continue: token } }) as const;

/** Lists in pages, and the tokens that continue them. */
export const pageCases: readonly ContractCase[] = [
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
    title: 'the continue token of a compacted list is 410, with a new token for the rest',
    async run(server) {
      await withSecrets(server);
      const token = await tokenAt(server, Number(await server.forgottenVersion()));
      const { body } = await server.client.transport.call(pageAfter(server, token));
      const { code, reason, metadata } = body as { code: number; reason: string; metadata: { continue?: string } };
      assert.deepEqual([code, reason], [410, 'Expired']);
      assert.equal(namesOf(await list(server, { continue: metadata.continue ?? '' })), 'cd');
    },
  },
  {
    title: 'the continue token of a version that the server has yet to reach is 504 and says so',
    async run(server) {
      await withSecrets(server);
      const token = await tokenAt(server, 999_999_999);
      const error = await refusedCall(server, pageAfter(server, token), tooLarge);
      assert.deepEqual([error.causes[0]?.reason, error.retryAfterMs], ['ResourceVersionTooLarge', 1000]);
    },
  },
  {
    title: 'an invalid continue token is 400, and so is one with a resource version',
    async run(server) {
      const ask = (query: Readonly<Record<string, string | number>>) =>
        ({ method: 'GET', path: pathTo(server, Secret), query }) as const;
      const invalid = { status: 400, message: /^invalid continue token/ };
      await refusedCall(server, ask({ continue: 'xx' }), invalid);
      await withSecrets(server);
      await refusedCall(server, pageAfter(server, await tokenAt(server, 0)), invalid);
      const { metadata } = await list(server, { limit: 1 });
      const message = 'specifying resource version is not allowed when using continue';
      await refusedCall(server, ask({ continue: metadata.continue ?? '', resourceVersion: '5' }), {
        status: 400,
        message,
      });
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
];
