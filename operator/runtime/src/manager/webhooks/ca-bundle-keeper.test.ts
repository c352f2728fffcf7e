import { afterEach, expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { createInMemoryApiServer, type InMemoryApiServer } from '../../../../testing/src/in-memory-api-server/index.ts';
import { silentLogger } from '../../base/index.ts';
import { unchecked } from '../../client/index.ts';
import { ValidatingWebhookConfiguration } from '../../kinds/index.ts';
import { CaBundleKeeper } from './ca-bundle-keeper.ts';

const name = 'hooks-cafe';
const reference = { kind: ValidatingWebhookConfiguration, name, clientConfig: ['webhooks', 0, 'clientConfig'] };
const shipped = {
  metadata: { name },
  webhooks: [{ name: 'validate.cafe.hooks', clientConfig: { service: { name: 'hooks' } } }],
};

let stop = new AbortController();
let ended: Promise<void> | undefined;
afterEach(async () => {
  stop.abort();
  await ended;
  stop = new AbortController();
});

/** Starts a replica whose own certificates are `own`, and that finds `published` in the Secret. */
function startKeeping({ client }: InMemoryApiServer, own: string, published = own) {
  const certificates = {
    caBundle: own,
    refresh: async () => {
      certificates.caBundle = published;
      return undefined as never;
    },
  };
  const clock = createFakeClock();
  const warnings: string[] = [];
  const warn = (reason: string, note: string): void => void warnings.push(`${reason}: ${note}`);
  const keeper = new CaBundleKeeper({
    ...{ client, clock, certificates, warn, logger: silentLogger, watchList: true, signal: stop.signal },
    references: [reference],
    service: 'hooks',
    fieldManager: 'coffee/webhooks',
  });
  ended = keeper.run();
  return { certificates, keeper, clock, warnings };
}

function getBundle(server: InMemoryApiServer): unknown {
  return server.objects(ValidatingWebhookConfiguration)[0]?.webhooks?.[0]?.clientConfig.caBundle;
}

const listPatches = (server: InMemoryApiServer) => server.requests().filter(({ verb }) => verb === 'patch');

it('sets caBundle when the configuration appears, when it changes, and when another client removes it', async () => {
  const server = createInMemoryApiServer();
  const configurations = server.client.resource(unchecked(ValidatingWebhookConfiguration));
  const { certificates, keeper, clock } = startKeeping(server, 'QQ==', 'QQ==');
  await clock.settle();
  await configurations.create(shipped);
  await clock.settle();
  expect(getBundle(server)).toBe('QQ==');

  Object.assign(certificates, { caBundle: 'QkI=', refresh: async () => undefined });
  await keeper.correct();
  expect(getBundle(server)).toBe('QkI=');

  const { metadata } = await configurations.get({ name });
  await configurations.update({ ...shipped, metadata });
  await clock.settle();
  expect(getBundle(server)).toBe('QkI=');
  expect(listPatches(server)).toHaveLength(3);
});

it('writes only caBundle, with its own field manager', async () => {
  const server = createInMemoryApiServer();
  await server.client.resource(unchecked(ValidatingWebhookConfiguration)).create(shipped);
  const { clock } = startKeeping(server, 'QQ==');
  await clock.settle();

  expect(listPatches(server)).toMatchObject([
    {
      query: { fieldManager: 'coffee/webhooks' },
      body: [
        { op: 'test', path: '/webhooks/0/clientConfig/service/name', value: 'hooks' },
        { op: 'add', path: '/webhooks/0/clientConfig/caBundle', value: 'QQ==' },
      ],
    },
  ]);
});

it('does not change a webhook that has replaced ours', async () => {
  const server = createInMemoryApiServer();
  const webhooks = [{ name: 'other', clientConfig: { service: { name: 'others' } } }];
  await server.client.resource(unchecked(ValidatingWebhookConfiguration)).create({ ...shipped, webhooks });
  const { clock } = startKeeping(server, 'QQ==');
  await clock.settle();

  expect(listPatches(server)).toEqual([]);
});

it('does not change values of a replica with newer certificates', async () => {
  const server = createInMemoryApiServer();
  const {
    webhooks: [webhook],
  } = shipped;
  const newer = {
    ...shipped,
    webhooks: [{ ...webhook, clientConfig: { ...webhook?.clientConfig, caBundle: 'QkI=' } }],
  };
  await server.client.resource(unchecked(ValidatingWebhookConfiguration)).create(newer);
  const { clock } = startKeeping(server, 'QQ==', 'QkI=');
  await clock.settle();

  expect(getBundle(server)).toBe('QkI=');
  expect(listPatches(server)).toEqual([]);
});

it('warns once of a deleted configuration, and not of one that never existed', async () => {
  const server = createInMemoryApiServer();
  const configurations = server.client.resource(unchecked(ValidatingWebhookConfiguration));
  const { clock, warnings } = startKeeping(server, 'QQ==');
  await clock.settle();
  expect(warnings).toEqual([]);
  await configurations.create(shipped);
  await clock.settle();
  await configurations.delete({ name }, { propagation: 'Background' });
  await clock.settle();
  expect(warnings).toEqual([
    `WebhookReferenceDeleted: ValidatingWebhookConfiguration ${name} was deleted, so API servers no longer call that ` +
      'webhook: apply the manifests of the operator again',
  ]);
  await configurations.create(shipped);
  await clock.settle();
  expect(getBundle(server)).toBe('QQ==');
  expect(warnings).toHaveLength(1);
});
