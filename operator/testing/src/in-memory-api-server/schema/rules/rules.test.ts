import { describe, expect, it } from 'vitest';

import { cel, defineApi, immutable, t } from '../../../../../runtime/src/api/index.ts';
import { formatApiVersion } from '../../../../../runtime/src/base/index.ts';
import { unchecked } from '../../../../../runtime/src/client/index.ts';
import { createInMemoryApiServer } from '../../in-memory-api-server.ts';

const unsupported = '!format.dns1123Label().validate(self).hasValue()';

function defineShop(...rules: ReturnType<typeof cel>[]) {
  const spec = t.object({ name: t.string({ maxLength: 20, rules }), size: t.optional(t.integer()) });
  return defineApi({
    group: 'example.com',
    version: 'v1',
    kind: 'Shop',
    spec,
    status: t.object({ open: t.boolean() }),
  });
}

const key = { namespace: 'default', name: 'a' };
const buildShop = (kind: ReturnType<typeof defineShop>, spec: object): never =>
  ({ apiVersion: formatApiVersion(kind), kind: 'Shop', metadata: key, spec }) as never;

describe('the CEL rules of a CRD', () => {
  it('that the server does not support fail at its installation, with the rule, its reason and the remedy', () => {
    const Shop = defineShop(cel(unsupported, 'must be a label'));
    const text = `failed to serve the kind Shop: the in-memory API server does not support the CEL rule ${unsupported} (Unknown variable: format): test it on the real control plane, and add its text to ignoredRules of createInMemoryApiServer`;
    expect(() => createInMemoryApiServer({ kinds: [Shop] })).toThrow(text);
    expect(() => createInMemoryApiServer().serve(Shop)).toThrow(text);
  });

  it('are not evaluated if the test ignores them; others are', async () => {
    const Shop = defineShop(cel(unsupported, 'must be a label'), cel("self != 'no'", 'must not be no'));
    const shops = createInMemoryApiServer({ kinds: [Shop], ignoredRules: [unsupported] }).client.resource(
      unchecked(Shop),
    );
    await expect(shops.create(buildShop(Shop, { name: 'no' }))).rejects.toThrow('must not be no');
    await shops.create(buildShop(Shop, { name: 'A B' }));
  });

  it('of a transition apply to every kind of update, also to a write of the status', async () => {
    const Shop = defineShop(immutable());
    const shops = createInMemoryApiServer({ kinds: [Shop] }).client.resource(unchecked(Shop));
    await shops.create(buildShop(Shop, { name: 'new' }));
    await expect(shops.mergePatch(key, { spec: { name: 'other' } })).rejects.toThrow('is immutable');
    await expect(shops.apply(buildShop(Shop, { name: 'other' }), { fieldManager: 'a', force: true })).rejects.toThrow(
      'is immutable',
    );
    await shops.mergePatch(key, { status: { open: true } }, { subresource: 'status' });
  });
});
