import { Agent, request } from 'node:https';

import { afterEach, describe, expect, it } from 'vitest';

import type { Reviews } from '../../admission/index.ts';
import { neverAborted, silentLogger, systemClock } from '../../base/index.ts';
import { createAuthority } from '../../certificates/authority.ts';
import { startWebhookServer, type WebhookServer } from './webhook-server.ts';

const servers: WebhookServer[] = [];
const agent = new Agent({ keepAlive: true });
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const repeat: Reviews = async ({ path, query, body }) => ({
  status: 200,
  contentType: 'application/json',
  body: JSON.stringify({ path, timeout: query.get('timeout'), length: body.length }),
});

interface PostResult {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly body: string;
}

const authority = await createAuthority('hooks', { clock: systemClock, validDays: 1 });
const keyPair = await authority.issue({
  ...{ commonName: 'hooks', usages: ['server'] },
  hosts: [{ type: 'dns', value: 'hooks.default.svc' }],
});

async function start(reviews: Reviews = repeat, stop: AbortSignal = neverAborted) {
  const options = { address: '127.0.0.1', port: 0, tls: { keyPair }, logger: silentLogger, stop };
  const server = await startWebhookServer({ ...options, reviews });
  servers.push(server);
  const send = (path: string, body = '{}', method = 'POST'): Promise<PostResult> =>
    new Promise((resolve, reject) => {
      const ca = authority.certificate;
      const where = { host: '127.0.0.1', port: server.port, servername: 'hooks.default.svc', ca, agent };
      const sent = request({ ...where, path, method }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve({ status: response.statusCode, connection: response.headers.connection, body: text });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  return { server, send };
}

describe('the webhook server', () => {
  it('passes on the path, the timeout and the body of a review', async () => {
    const { send } = await start();

    const { status, body } = await send('/validate/cafe?timeout=3s', 'x'.repeat(100_000));

    expect({ status, body: JSON.parse(body) as unknown }).toEqual({
      status: 200,
      body: { path: '/validate/cafe', timeout: '3s', length: 100_000 },
    });
  });

  it('rejects methods other than POST', async () => {
    const { send } = await start();
    expect(await send('/validate/cafe', '', 'GET')).toMatchObject({ status: 405 });
  });

  it('rejects a body of more than 7 MiB', async () => {
    const { send } = await start();
    expect(await send('/validate/cafe', 'x'.repeat(7 * 2 ** 20 + 1))).toMatchObject({ status: 413 });
  });

  it('closes connections with a response before a stop, but still accepts new ones', async () => {
    const stop = new AbortController();
    const { send } = await start(repeat, stop.signal);
    expect(await send('/validate/cafe')).toMatchObject({ status: 200, connection: 'keep-alive' });

    stop.abort();

    for (const _ of [1, 2]) expect(await send('/validate/cafe')).toMatchObject({ status: 200, connection: 'close' });
  });

  it('completes pending requests before it stops, and accepts no more', async () => {
    const held = Promise.withResolvers<undefined>();
    const arrived = Promise.withResolvers<undefined>();
    const { server, send } = await start(async (posted) => {
      arrived.resolve(undefined);
      await held.promise;
      return repeat(posted);
    });
    const asked = send('/validate/cafe');
    await arrived.promise;

    const drained = server.drain();
    await expect(send('/validate/cafe')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    held.resolve(undefined);

    expect(await asked).toMatchObject({ status: 200, connection: 'close' });
    await drained;
  });

  it('explains how to fix a listen error', async () => {
    const { server } = await start();
    const taken = { address: '127.0.0.1', port: server.port, tls: { keyPair }, logger: silentLogger };

    await expect(startWebhookServer({ ...taken, reviews: repeat, stop: neverAborted })).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
    });
  });
});
