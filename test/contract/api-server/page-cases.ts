import assert from 'node:assert/strict';

import { Secret } from '@kubewright/runtime/kinds';
import {
  buildConfigMap,
  type ContractCase,
  type ContractServer,
  buildGadget,
  gadgets,
  buildPath,
  expectRejectedCall,
} from './contract.ts';
import { listSecrets, joinNames, tooLarge, createSecrets } from './listed-secrets.ts';

/** Returns the `continue` token of a page with `a` and `b`, changed as if the list had another resource version. */
async function readTokenAt(server: ContractServer, version: number): Promise<string> {
  const { metadata } = await listSecrets(server, { limit: 2 });
  const token = JSON.parse(Buffer.from(metadata.continue ?? '', 'base64url').toString()) as object;
  return Buffer.from(JSON.stringify({ ...token, rv: version })).toString('base64url');
}

const listPageAfter = (server: ContractServer, token: string) =>
  ({ method: 'GET', path: buildPath(server, Secret), query: { limit: 2, continue: token } }) as const;

/** Contract cases of lists in pages, and of their `continue` tokens. */
export const pageCases: readonly ContractCase[] = [
  {
    title: 'all pages of a list show one version, despite changes between them',
    async run(server) {
      await createSecrets(server);
      const first = await listSecrets(server, { limit: 2 });
      assert.deepEqual([joinNames(first), first.metadata.remainingItemCount], ['ab', 2]);
      await server.client.resource(Secret).create({ ...buildConfigMap(server, 'bb'), kind: 'Secret' });
      const second = await listSecrets(server, { limit: 2, continue: first.metadata.continue ?? '' });
      assert.deepEqual([joinNames(second), second.metadata.continue ?? ''], ['cd', '']);
      assert.equal(second.metadata.resourceVersion, first.metadata.resourceVersion);
    },
  },
  {
    title: 'pages of a selection do not contain how many items remain',
    async run(server) {
      await createSecrets(server);
      const page = await listSecrets(server, { limit: 1, labelSelector: 'tier' });
      assert.deepEqual([joinNames(page), page.metadata.remainingItemCount], ['a', undefined]);
    },
  },
  {
    title: 'the newest state comes in pages, whose size may change from one to the next',
    async run(server) {
      await createSecrets(server, ['a', 'b', 'c', 'd', 'e']);
      const pages: string[] = [];
      let token: string | undefined;
      for (const limit of [2, 1, 500]) {
        const page = await listSecrets(server, { limit, ...(token !== undefined && { continue: token }) });
        pages.push(joinNames(page));
        token = page.metadata.continue;
      }
      assert.deepEqual([pages, token ?? ''], [['ab', 'c', 'de'], '']);
    },
  },
  {
    title: 'the continue token of a compacted list is 410, with a new token for the rest',
    async run(server) {
      await createSecrets(server);
      const token = await readTokenAt(server, Number(await server.forgottenVersion()));
      const { body } = await server.client.transport.call(listPageAfter(server, token));
      const { code, reason, metadata } = body as { code: number; reason: string; metadata: { continue?: string } };
      assert.deepEqual([code, reason], [410, 'Expired']);
      assert.equal(joinNames(await listSecrets(server, { continue: metadata.continue ?? '' })), 'cd');
    },
  },
  {
    title: 'the continue token of a version that the server has yet to reach is 504 with the reason',
    async run(server) {
      await createSecrets(server);
      const token = await readTokenAt(server, 999_999_999);
      const error = await expectRejectedCall(server, listPageAfter(server, token), tooLarge);
      assert.deepEqual([error.causes[0]?.reason, error.retryAfterMs], ['ResourceVersionTooLarge', 1000]);
    },
  },
  {
    title: 'an invalid continue token is 400, and so is one with a resource version',
    async run(server) {
      const ask = (query: Readonly<Record<string, string | number>>) =>
        ({ method: 'GET', path: buildPath(server, Secret), query }) as const;
      const invalid = { status: 400, message: /^invalid continue token/ };
      await expectRejectedCall(server, ask({ continue: 'xx' }), invalid);
      await createSecrets(server);
      await expectRejectedCall(server, listPageAfter(server, await readTokenAt(server, 0)), invalid);
      const { metadata } = await listSecrets(server, { limit: 1 });
      const message = 'specifying resource version is not allowed when using continue';
      await expectRejectedCall(server, ask({ continue: metadata.continue ?? '', resourceVersion: '5' }), {
        status: 400,
        message,
      });
    },
  },
  {
    title: 'a page of one object has the newest version of all objects',
    async run(server) {
      await createSecrets(server);
      for (const name of ['one', 'two', 'three']) {
        const { metadata } = await gadgets(server).create(buildGadget(server, name));
        const found = await listSecrets(server, { limit: 1 });
        assert.ok(Number(found.metadata.resourceVersion) >= Number(metadata.resourceVersion));
        assert.equal(joinNames(found), 'a');
      }
    },
  },
];
