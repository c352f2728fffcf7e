import { expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { createInMemoryApiServer, type InMemoryApiServer } from '../../../../testing/src/in-memory-api-server/index.ts';
import { createRecordingLogger } from '../../../../testing/src/recording-logger.ts';
import { createCountingIssuer } from '../../../fixtures/counting-issuer.ts';
import { neverAborted } from '../../base/index.ts';
import type { Certificates } from '../../certificates/index.ts';
import { Secret } from '../../kinds/index.ts';
import { buildSecretData } from './certificate-secret.ts';
import { OwnCertificates } from './own-certificates.ts';

const nothing = { certificate: 'unsound', key: '', notAfterMs: 4e12 };
const unsound: Certificates = { authority: nothing, serving: nothing };
const secret = { namespace: 'system', name: 'hooks' };
const lifetimes = { authorityMs: 30_000, servingMs: 6_000, settleMs: 1_000 };
const issuer = createCountingIssuer();
const isSound = ({ serving }: Certificates): boolean => serving.certificate !== 'unsound';

async function createEmptySecret(): Promise<InMemoryApiServer> {
  const server = createInMemoryApiServer();
  await server.client.resource(Secret).create({ metadata: secret, type: 'Opaque' });
  return server;
}

function createReplica({ client }: InMemoryApiServer) {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const signal = neverAborted;
  return {
    clock,
    logger,
    certificates: new OwnCertificates({ client, secret, lifetimes, issuer, isSound, clock, logger, signal }),
  };
}

const countWrites = (server: InMemoryApiServer): number =>
  server.requests().filter(({ verb }) => verb !== 'get' && verb !== 'create').length;

it('fills the empty Secret once, though two replicas find it empty at the same time', async () => {
  const server = await createEmptySecret();
  const [one, another] = [createReplica(server).certificates, createReplica(server).certificates];

  const [found, foundToo] = await Promise.all([one.refresh(), another.refresh()]);

  expect(foundToo).toEqual(found);
  expect(another.caBundle).toBe(one.caBundle);
  expect(countWrites(server)).toBe(2); // The API server rejects one of the two with a conflict.
});

it('writes nothing until a step is due, and then the next one', async () => {
  const server = await createEmptySecret();
  const { certificates, clock } = createReplica(server);
  const first = await certificates.refresh();

  await clock.advance(3_900);
  expect(await certificates.refresh()).toEqual(first);
  expect(countWrites(server)).toBe(1);

  await clock.advance(200);
  const second = await certificates.refresh();
  expect(second.serving).not.toEqual(first.serving);
  expect(second.authority).toEqual(first.authority);
});

it.each([
  ['emptied', { data: null }],
  ['filled with rubbish', { data: { 'certificates.json': Buffer.from('{"authority":7}').toString('base64') } }],
  ['filled with certificates that cannot be used', { data: buildSecretData(unsound) }],
])('restores the Secret if it was %s', async (_, patch) => {
  const server = await createEmptySecret();
  const { certificates, logger } = createReplica(server);
  const known = await certificates.refresh();
  await server.client.resource(Secret).mergePatch(secret, patch);

  expect(await certificates.refresh()).toEqual(known);

  expect(await createReplica(server).certificates.refresh()).toEqual(known);
  expect(logger.lines).toEqual([{ level: 'warn', message: expect.stringContaining('writing new ones') as string }]);
});

it('reports a missing Secret: it has no permission to create one', async () => {
  const { certificates } = createReplica(createInMemoryApiServer());

  await expect(certificates.refresh()).rejects.toMatchObject({
    code: 'API_NOT_FOUND',
    message:
      'failed to read the webhook certificates: the Secret system/hooks does not exist: apply the manifests of the ' +
      'operator again',
  });
  expect(certificates.caBundle).toBeUndefined();
});
