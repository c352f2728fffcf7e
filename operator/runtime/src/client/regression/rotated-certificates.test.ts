import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createAuthority } from '../../../../control-plane/src/control-plane/pki/authority.ts';
import type { Authority } from '../../certificates/authority.ts';
import { createFakeClock, type FakeClock } from '../../../../testing/src/fake-clock.ts';
import { type Connection, connect } from '../connect.ts';
import type { RetryRecord, Transport } from '../transport.ts';

const hosts = [{ type: 'ip', value: '127.0.0.1' }] as const;
const get = { method: 'GET', path: '/' } as const;
const unverified = expect.stringMatching(/^(UNABLE_TO_VERIFY|SELF_SIGNED)/) as string;
const post = { method: 'POST', path: '/', body: {} } as const;

let authorities: readonly [Authority, Authority];
let folder = '';
let clock: FakeClock;
let server: Server;
let open: Connection[] = [];
/** Returns the status of a response for the common name of the client certificate. */
let statusFor: (user: string | undefined) => number;
let users: (string | undefined)[] = [];
let streams: ServerResponse[] = [];
let retries: RetryRecord[] = [];
/** Whether the server closes each connection with its response. */
let closes = false;

// Loads client-node before the first test that needs it: its 846 modules take long on a busy machine.
beforeAll(() => import('@kubernetes/client-node/dist/config.js'), 120_000);
beforeAll(async () => {
  authorities = await Promise.all([createAuthority('first'), createAuthority('second')]);
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rotated-'));
  clock = createFakeClock();
  [open, users, streams, retries] = [[], [], [], []];
  statusFor = () => 200;
  closes = false;
  const ca = authorities.map(({ certificate }) => certificate);
  const options = { ...(await issueServed(0)), ca, requestCert: true, rejectUnauthorized: false };
  server = createServer(options, (request, response) => {
    const user = getTlsUser(request);
    users.push(user);
    response.statusCode = statusFor(user);
    if (closes) response.setHeader('connection', 'close');
    if (request.url === '/watch') {
      streams.push(response);
      response.write('{"n":1}\n');
    } else request.resume().on('end', () => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  await Promise.all(open.map(({ client }) => client.transport.close()));
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

/** The common name of the client certificate of a request; `undefined` if the client sent no certificate. */
function getTlsUser({ socket }: IncomingMessage): string | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { subject } = socket.getPeerCertificate() as { readonly subject?: { readonly CN: string } };
  return subject?.CN;
}

async function issueServed(by: 0 | 1): Promise<{ cert: string; key: string }> {
  const { certificate: cert, key } = await authorities[by].issue({ commonName: 'api', usages: ['server'], hosts });
  return { cert, key };
}

function write(name: string, content: string): Promise<void> {
  return writeFile(join(folder, name), content, { mode: 0o600 });
}

async function writeClientPair(user: string): Promise<void> {
  const { certificate, key } = await authorities[0].issue({ commonName: user, usages: ['client'] });
  await Promise.all([write('tls.crt', certificate), write('tls.key', key)]);
}

/** Gives the server a certificate of the second authority. */
async function rotateServer(): Promise<void> {
  server.setSecureContext({ ...(await issueServed(1)), ca: authorities.map(({ certificate }) => certificate) });
}

async function connectAs(user: object = { token: 't' }, cluster: object = {}): Promise<Connection> {
  await write('ca.crt', authorities[0].certificate);
  const { port } = server.address() as AddressInfo;
  const at = { server: `https://127.0.0.1:${String(port)}`, 'certificate-authority': 'ca.crt', ...cluster };
  const config = {
    clusters: [{ name: 'c', cluster: at }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  await write('config', JSON.stringify(config));
  const onRetry = (record: RetryRecord): void => void retries.push(record);
  const connection = await connect({ kubeconfig: join(folder, 'config'), clock, onRetry });
  open.push(connection);
  return connection;
}

async function collectStatuses(transport: Transport, count: number): Promise<readonly number[]> {
  const calls = Array.from({ length: count }, () => transport.call(post));
  return (await Promise.all(calls)).map(({ status }) => status);
}

describe('the certificate authority of the API server', () => {
  it('is read again when verification fails, and every call that failed because of it is resent', async () => {
    closes = true;
    const { client } = await connectAs();
    expect(await collectStatuses(client.transport, 3)).toEqual([200, 200, 200]);
    await rotateServer();
    await write('ca.crt', authorities[1].certificate);
    expect(await collectStatuses(client.transport, 20)).toEqual(Array(20).fill(200));
    expect(retries.length).toBeGreaterThan(0);
    expect(users).toHaveLength(23);
  });

  it('is the only one that is trusted', async () => {
    const { client } = await connectAs({ token: 't' }, { 'certificate-authority': '' });
    await expect(client.transport.call(get)).rejects.toMatchObject({ code: unverified });
    expect(users).toEqual([]);
  });

  it('is read again after 10 s, before a call fails', async () => {
    const { client } = await connectAs();
    await client.transport.call(get);
    await rotateServer();
    await write('ca.crt', authorities[1].certificate);
    server.closeAllConnections();
    await clock.advance(10_001);
    await expect(client.transport.call(get)).resolves.toMatchObject({ status: 200 });
    expect(retries).toEqual([]);
  });

  it('is read again for a watch', async () => {
    const { client } = await connectAs();
    await rotateServer();
    await write('ca.crt', authorities[1].certificate);
    await expect(client.transport.stream({ ...get, path: '/watch' })).resolves.toMatchObject({ status: 200 });
  });

  it('is replaced only for new connections: a watch continues', async () => {
    const { client } = await connectAs();
    const { lines } = await client.transport.stream({ ...get, path: '/watch' });
    const iterator = lines[Symbol.asyncIterator]();
    await iterator.next();
    await rotateServer();
    await write('ca.crt', authorities[1].certificate);
    await clock.advance(10_001);
    await client.transport.call(get);
    streams[0]?.end('{"n":2}\n');
    expect(await iterator.next()).toEqual({ done: false, value: '{"n":2}' });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('that still does not match fails the check, until it does', async () => {
    const { client, check } = await connectAs();
    await client.transport.call(get);
    expect(check()).toBe(true);
    await rotateServer();
    server.closeAllConnections();
    await expect(client.transport.call(get)).rejects.toMatchObject({ code: unverified });
    expect(check()).toMatch(/certificate .* verified \((UNABLE_TO|SELF_SIGNED)/);
    await write('ca.crt', authorities[1].certificate);
    await client.transport.call(get);
    expect(check()).toBe(true);
  });

  it('stays in use while its file is missing', async () => {
    const { client, check } = await connectAs();
    await rm(join(folder, 'ca.crt'));
    await clock.advance(10_001);
    await expect(client.transport.call(get)).resolves.toMatchObject({ status: 200 });
    expect(check()).toBe(true);
  });
});

describe('the files of a client certificate', () => {
  const files = { 'client-certificate': 'tls.crt', 'client-key': 'tls.key' };

  it('are read again when the API server rejects the certificate', async () => {
    await writeClientPair('old');
    const { client, check } = await connectAs(files);
    await client.transport.call(get);
    statusFor = (user) => (user === 'new' ? 200 : 401);
    await expect(client.transport.call(get)).resolves.toMatchObject({ status: 401 });
    expect(check()).toMatch(/rejects.*401/);
    await writeClientPair('new');
    expect(await collectStatuses(client.transport, 5)).toEqual(Array(5).fill(200));
    expect(check()).toBe(true);
  });

  it('are read again when the handshake rejects the certificate', async () => {
    await writeClientPair('old');
    const { client } = await connectAs(files);
    await client.transport.call(get);
    server.setSecureContext({ ...(await issueServed(0)), ca: authorities[1].certificate });
    const { certificate, key } = await authorities[1].issue({ commonName: 'new', usages: ['client'] });
    await Promise.all([write('tls.crt', certificate), write('tls.key', key)]);
    statusFor = (user) => (user === 'new' ? 200 : 401);
    server.closeAllConnections();
    await expect(client.transport.call(get)).resolves.toMatchObject({ status: 200 });
  });

  it('are not used until they match: the last pair stays', async () => {
    await writeClientPair('old');
    const { client } = await connectAs(files);
    const before = await readFile(join(folder, 'tls.key'), 'utf8');
    await writeClientPair('new');
    const after = await readFile(join(folder, 'tls.key'), 'utf8');
    await write('tls.key', before);
    await clock.advance(10_001);
    await client.transport.call(get);
    await write('tls.key', after);
    await clock.advance(10_001);
    await client.transport.call(get);
    expect(users).toEqual(['old', 'new']);
  });
});

describe('the client certificate of an exec plug-in', () => {
  /** Writes an exec plug-in that returns the content of the file `answer`, and that counts its runs. */
  async function writePlugin(): Promise<object> {
    const program = `echo run >> '${join(folder, 'runs')}'; cat '${join(folder, 'answer')}'`;
    await write('program', program);
    return { exec: { command: 'sh', args: [join(folder, 'program')] } };
  }
  async function answerFor(user: string): Promise<void> {
    const { certificate, key } = await authorities[0].issue({ commonName: user, usages: ['client'] });
    const status = { clientCertificateData: certificate, clientKeyData: key };
    await write('answer', JSON.stringify({ status }));
  }
  const runs = async (): Promise<number> => (await readFile(join(folder, 'runs'), 'utf8')).split('\n').length - 1;

  it('that is new is used once the old one is rejected, after one run for all calls', async () => {
    await answerFor('old');
    const { client } = await connectAs(await writePlugin());
    await client.transport.call(get);
    await answerFor('new');
    statusFor = (user) => (user === 'new' ? 200 : 401);
    expect(await collectStatuses(client.transport, 20)).toEqual(Array(20).fill(200));
    expect(await runs()).toBe(2);
  });

  it('that is always rejected costs one run in five seconds', async () => {
    await answerFor('old');
    const { client, check } = await connectAs(await writePlugin());
    statusFor = () => 401;
    for (let call = 0; call < 10; call += 1) await client.transport.call(post);
    expect(await runs()).toBe(2);
    expect(check()).toMatch(/rejects.*401/);
    await clock.advance(5_000);
    for (let call = 0; call < 10; call += 1) await client.transport.call(post);
    expect(await runs()).toBe(3);
  });

  it('is not requested when verification of the API server’s certificate fails', async () => {
    await answerFor('old');
    const { client } = await connectAs(await writePlugin());
    await rotateServer();
    await expect(client.transport.call(get)).rejects.toMatchObject({ code: unverified });
    await write('ca.crt', authorities[1].certificate);
    await expect(client.transport.call(get)).resolves.toMatchObject({ status: 200 });
    expect(await runs()).toBe(1);
  });
});
