import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get as plainGet, type IncomingMessage } from 'node:http';
import { Agent, get as secureGet } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { connect } from 'node:tls';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createAuthority } from '../../../../control-plane/src/control-plane/pki/authority.ts';
import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { createScriptedTransport } from '../../../fixtures/scripted-transport.ts';
import { silentLogger } from '../../base/index.ts';
import { createTextEndpoint } from '../http/endpoint.ts';
import { type HttpServers, startHttpServers } from '../http/http-server.ts';
import { createSecureListener } from './secure-listener.ts';

let folder = '';
let stop = new AbortController();
let clock: FakeClock;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secure-metrics-'));
  stop = new AbortController();
  clock = createFakeClock(new Date());
});

afterEach(async () => {
  stop.abort();
  await rm(folder, { recursive: true });
});

/** A fake API server: a token that starts with `good` belongs to a user who may read metrics. */
const transport = createScriptedTransport({
  call: async ({ path, body }) => {
    // Takes several turns of the event loop, so that many reviews run at once.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    const { token } = (body as { spec: { token?: string } }).spec;
    const status = path.endsWith('/tokenreviews')
      ? { authenticated: token?.startsWith('good') === true, user: {} }
      : { allowed: true };
    return { status: 201, body: { status } };
  },
});

async function start(given: { folder?: string } = {}): Promise<HttpServers> {
  const observer = { onRead: () => undefined, onFailed: () => undefined };
  const { signal } = stop;
  const failed = (): undefined => undefined;
  const common = { transport, clock, logger: silentLogger, observer, hostNames: ['localhost'], failed, signal };
  return startHttpServers({
    logger: silentLogger,
    listeners: [
      {
        purpose: 'metrics',
        address: '127.0.0.1',
        port: 0,
        endpoints: { '/metrics': createTextEndpoint('text/plain', () => Promise.resolve('up 1\n')) },
        ...(await createSecureListener({ ...common, ...given })),
      },
    ],
  });
}

interface ScrapeResult {
  readonly status: number | undefined;
  readonly body: string;
}

async function read(
  { ports }: HttpServers,
  options: { token?: string; ca?: string; path?: string; agent?: Agent } = {},
): Promise<ScrapeResult> {
  const { token, ca, path = '/metrics', agent = false } = options;
  const trust = ca === undefined ? { rejectUnauthorized: false } : { ca, servername: 'localhost' };
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    secureGet({ host: '127.0.0.1', port: ports[0], path, headers, agent, ...trust }, resolve).on('error', reject);
  });
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += chunk as string;
  return { status: response.statusCode, body };
}

/** Returns the name in the certificate of the server. */
async function readServedCertificate({ ports }: HttpServers): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: ports[0] ?? 0, rejectUnauthorized: false });
  await new Promise((resolve) => socket.once('secureConnect', resolve));
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return new X509Certificate(raw).subject;
}

async function writeKeyPair({ certificate, key }: { certificate: string; key: string }): Promise<void> {
  await writeFile(join(folder, 'tls.crt'), certificate);
  await writeFile(join(folder, 'tls.key'), key);
}

describe('secure metrics', () => {
  it('are served only for the correct token', async () => {
    await using servers = await start();
    expect(await read(servers, { token: 'good' })).toEqual({ status: 200, body: 'up 1\n' });
    expect(await read(servers, { token: 'bad' })).toMatchObject({ status: 401 });
    expect(await read(servers)).toMatchObject({ status: 401, body: expect.not.stringContaining('up') as string });
    expect(await read(servers, { token: 'good', path: '/metrics/more' })).toMatchObject({ status: 404 });
    expect(await read(servers, { path: '/other' })).toMatchObject({ status: 404 });
  });

  it('are not served without TLS', async () => {
    await using servers = await start();
    const plain = new Promise((resolve, reject) => {
      const headers = { authorization: 'Bearer good' };
      plainGet({ host: '127.0.0.1', port: servers.ports[0], path: '/metrics', headers, agent: false }, resolve).on(
        'error',
        reject,
      );
    });
    await expect(plain).rejects.toMatchObject({ code: expect.stringMatching(/ECONNRESET|EPIPE/) as string });
  });

  it('have a self-signed certificate as the default', async () => {
    await using servers = await start();
    expect(await readServedCertificate(servers)).toBe('CN=localhost');
    await expect(read(servers, { token: 'good', ca: 'none' })).rejects.toThrow();
  });

  it('use the certificate of the folder, and a new one as soon as it exists', async () => {
    const authority = await createAuthority('test');
    const issue = (commonName: string): ReturnType<typeof authority.issue> =>
      authority.issue({ commonName, usages: ['server'], hosts: [{ type: 'dns', value: 'localhost' }] });
    await writeKeyPair(await issue('first'));
    await using servers = await start({ folder });
    expect(await readServedCertificate(servers)).toBe('CN=first');
    expect(await read(servers, { token: 'good', ca: authority.certificate })).toMatchObject({ status: 200 });
    await writeKeyPair(await issue('second'));
    await clock.advance(10_000);
    await expect.poll(() => readServedCertificate(servers)).toBe('CN=second');
  });

  // eslint-disable-next-line no-restricted-syntax -- macOS gives loopback one address only
  it.skipIf(process.platform === 'darwin')(
    'are served to every scraper, known and new, while 40 clients guess tokens',
    { timeout: 60_000 },
    async () => {
      await using servers = await start();
      const statuses: (number | undefined)[] = [];
      const attack = async (localAddress: string): Promise<void> => {
        const agent = new Agent({ keepAlive: true, localAddress });
        for (let nth = 0; nth < 1000 && statuses.length < 20; nth += 1)
          await read(servers, { token: `guess-${String(nth)}-${localAddress}`, agent });
        agent.destroy();
      };
      const scrapes = async (): Promise<void> => {
        for (let nth = 0; nth < 10; nth += 1) {
          statuses.push((await read(servers, { token: 'good' })).status);
          statuses.push((await read(servers, { token: `good-${String(nth)}` })).status);
          await clock.advance(30_000);
        }
      };
      const attackers = Array.from({ length: 40 }, (_, index) => attack(`127.0.1.${String(index + 1)}`));
      await Promise.all([scrapes(), ...attackers]);
      expect(new Set(statuses)).toEqual(new Set([200]));
    },
  );

  it('are not served with an unusable certificate', async () => {
    await expect(start({ folder })).rejects.toMatchObject({ code: 'SETTINGS_INVALID' });
  });
});
