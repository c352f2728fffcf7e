import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect as connectTo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createAuthority } from '../../../control-plane/src/control-plane/pki/authority.ts';
import { systemClock } from '../base/index.ts';
import { type Connection, connect } from './connect.ts';

const hosts = [{ type: 'dns', value: 'api.internal' }] as const;
const get = { method: 'GET', path: '/' } as const;

let folder = '';
let ca = '';
let api: Server;
let proxy: Server;
/** The targets of the tunnels that were requested. */
let tunnels: string[] = [];
let connection: Connection | undefined;
const open = new Set<Socket>();

/** Starts an API server whose name cannot be resolved, and a proxy that knows it as `api.internal`. */
beforeEach(async () => {
  tunnels = [];
  folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  const authority = await createAuthority('test');
  ca = authority.certificate;
  const { certificate: cert, key } = await authority.issue({ commonName: 'api', usages: ['server'], hosts });
  api = createTlsServer({ cert, key, ca, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    const { socket } = request;
    const user = socket instanceof TLSSocket ? socket.getPeerCertificate().subject.CN : undefined;
    const { authorization = '' } = request.headers;
    if (request.url === '/watch') response.write('{"n":1}\n');
    else response.end(JSON.stringify({ authorization, user }));
  });
  const { certificate, key: userKey } = await authority.issue({ commonName: 'me', usages: ['client'] });
  await writeFile(join(folder, 'tls.crt'), certificate);
  await writeFile(join(folder, 'tls.key'), userKey);
  proxy = createServer((_, response) => response.writeHead(405).end()).on('connect', (request, client: Socket) => {
    const { 'proxy-authorization': authorization = 'none' } = request.headers;
    tunnels.push(`${request.url ?? ''} ${authorization}`);
    const upstream = connectTo((api.address() as AddressInfo).port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [client, upstream]) open.add(socket.on('error', () => undefined));
  });
  for (const server of [api, proxy]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await connection?.client.transport.close();
  connection = undefined;
  for (const socket of open) socket.destroy();
  for (const server of [api, proxy]) server.close();
  await rm(folder, { recursive: true });
});

async function connectThroughProxy(cluster: object = {}): Promise<Connection> {
  const data = Buffer.from(ca).toString('base64');
  const config = {
    clusters: [
      { name: 'c', cluster: { server: 'https://api.internal:6443', 'certificate-authority-data': data, ...cluster } },
    ],
    users: [{ name: 'u', user: { token: 't', 'client-certificate': 'tls.crt', 'client-key': 'tls.key' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  await writeFile(join(folder, 'config'), JSON.stringify(config), { mode: 0o600 });
  return (connection = await connect({ kubeconfig: join(folder, 'config'), clock: systemClock }));
}

const buildProxyUrl = (user = ''): string => `http://${user}127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;

it('calls and watches go through the proxy-url of the cluster, and their TLS ends at the API server', async () => {
  const { client, credentials } = await connectThroughProxy({ 'proxy-url': buildProxyUrl('me:s3cret@') });
  expect(credentials.proxy?.host).toBe(new URL(buildProxyUrl()).host);
  const body = { authorization: 'Bearer t', user: 'me' };
  const calls = Array.from({ length: 40 }, () => client.transport.call(get));
  for (const answer of await Promise.all(calls)) expect(answer).toEqual({ status: 200, body });
  const { status, lines } = await client.transport.stream({ ...get, path: '/watch' });
  expect(status).toBe(200);
  expect(await lines[Symbol.asyncIterator]().next()).toEqual({ done: false, value: '{"n":1}' });
  const basic = `Basic ${Buffer.from('me:s3cret').toString('base64')}`;
  expect(new Set(tunnels)).toEqual(new Set([`api.internal:6443 ${basic}`]));
  // 16 connections for calls, and one for the watch.
  expect(tunnels.length).toBeLessThanOrEqual(17);
});

it('calls go through HTTPS_PROXY, unless NO_PROXY has the server', async () => {
  vi.stubEnv('HTTPS_PROXY', buildProxyUrl());
  await expect((await connectThroughProxy()).client.transport.call(get)).resolves.toMatchObject({ status: 200 });
  await connection?.client.transport.close();
  vi.stubEnv('NO_PROXY', 'internal');
  const { client, credentials } = await connectThroughProxy();
  expect(credentials.proxy).toBeUndefined();
  await expect(client.transport.call(get)).rejects.toMatchObject({
    code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) as string,
  });
  expect(tunnels).toHaveLength(1);
});

it('each call fails if the proxy rejects it', async () => {
  proxy.removeAllListeners('connect').on('connect', (_, client: Socket) => {
    open.add(client);
    client.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
  });
  const { client } = await connectThroughProxy({ 'proxy-url': buildProxyUrl() });
  await expect(client.transport.call(get)).rejects.toThrow('407');
});

it('a server whose certificate has another name is not trusted, even via a proxy', async () => {
  const { client, check } = await connectThroughProxy({
    'proxy-url': buildProxyUrl(),
    server: 'https://other.internal:6443',
  });
  await expect(client.transport.call(get)).rejects.toThrow(/other\.internal/);
  expect(check()).not.toBe(true);
});
