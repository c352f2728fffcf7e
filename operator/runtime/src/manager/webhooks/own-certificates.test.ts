import { expect, it } from 'vitest';

import { createFakeClock } from '../../../../testing/src/fake-clock.ts';
import { createInMemoryApiServer, type InMemoryApiServer } from '../../../../testing/src/in-memory-api-server/index.ts';
import { createRecordingLogger } from '../../../../testing/src/recording-logger.ts';
import { countingIssuer } from '../../../fixtures/counting-issuer.ts';
import { neverAborted } from '../../base/index.ts';
import type { Certificates } from '../../certificates/index.ts';
import { Secret } from '../../kinds/index.ts';
import { secretData } from './certificate-secret.ts';
import { OwnCertificates } from './own-certificates.ts';

const nothing = { certificate: 'unsound', key: '', notAfterMs: 4e12 };
const unsound: Certificates = { authority: nothing, serving: nothing };
const secret = { namespace: 'system', name: 'hooks' };
const lifetimes = { authorityMs: 30_000, servingMs: 6_000, settleMs: 1_000 };
const issuer = countingIssuer();
const isSound = ({ serving }: Certificates): boolean => serving.certificate !== 'unsound';

async function emptySecret(): Promise<InMemoryApiServer> {
  const server = createInMemoryApiServer();
  await server.client.resource(Secret).create({ metadata: secret, type: 'Opaque' });
  return server;
}

function replicaOf({ client }: InMemoryApiServer) {
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const signal = neverAborted;
  return {
    clock,
    logger,
    certificates: new OwnCertificates({ client, secret, lifetimes, issuer, isSound, clock, logger, signal }),
  };
}

const writesTo = (server: InMemoryApiServer): number =>
  server.requests().filter(({ verb }) => verb !== 'get' && verb !== 'create').length;

it('fills the empty Secret once, though two replicas find it empty at the same time', async () => {
  const server = await emptySecret();
  const [one, another] = [replicaOf(server).certificates, replicaOf(server).certificates];

  const [found, foundToo] = await Promise.all([one.look(), another.look()]);

  expect(foundToo).toEqual(found);
  expect(another.caBundle).toBe(one.caBundle);
  expect(writesTo(server)).toBe(2); // one of them is refused: a conflict
});

it('writes nothing while no step is due, and the next one when it is', async () => {
  const server = await emptySecret();
  const { certificates, clock } = replicaOf(server);
  const first = await certificates.look();

  await clock.advance(3_900);
  expect(await certificates.look()).toEqual(first);
  expect(writesTo(server)).toBe(1);

  await clock.advance(200);
  const second = await certificates.look();
  expect(second.serving).not.toEqual(first.serving);
  expect(second.authority).toEqual(first.authority);
});

it.each([
  ['emptied', { data: null }],
  ['filled with rubbish', { data: { 'certificates.json': Buffer.from('{"authority":7}').toString('base64') } }],
  ['filled with certificates that cannot be used', { data: secretData(unsound) }],
])('writes back what it knows if the Secret was %s', async (_, patch) => {
  const server = await emptySecret();
  const { certificates, logger } = replicaOf(server);
  const known = await certificates.look();
  await server.client.resource(Secret).mergePatch(secret, patch);

  expect(await certificates.look()).toEqual(known);

  expect(await replicaOf(server).certificates.look()).toEqual(known);
  expect(logger.lines).toEqual([{ level: 'warn', message: expect.stringContaining('are written again') as string }]);
});

it('says that the Secret is missing: it may not create one', async () => {
  const { certificates } = replicaOf(createInMemoryApiServer());

  await expect(certificates.look()).rejects.toMatchObject({
    code: 'API_NOT_FOUND',
    message:
      'failed to read the certificates of the webhooks: the Secret system/hooks does not exist: apply the manifests of the ' +
      'operator again',
  });
  expect(certificates.caBundle).toBeUndefined();
});
