import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { createAuthority } from '../../../../control-plane/src/control-plane/pki/authority.ts';
import { type ControlPlane, startControlPlane } from '../../../../control-plane/src/control-plane/index.ts';
import { systemClock } from '../../base/index.ts';
import { type Connection, connect } from '../index.ts';

const timeout = 180_000;
const get = { method: 'GET', path: '/api/v1/namespaces/default' } as const;
const hosts = [{ type: 'ip', value: '127.0.0.1' }] as const;

let folder = '';
let controlPlane: ControlPlane;
const open: Connection[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rotation-'));
  const components = { controllerManager: false, scheduler: false, kwok: false };
  controlPlane = await startControlPlane({ components });
  await copyFile(getPkiPath('ca.crt'), join(folder, 'ca.crt'));
}, timeout);

afterAll(async () => {
  await Promise.all(open.map(({ client }) => client.transport.close()));
  await controlPlane[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
}, timeout);

/** The path of a file of the control plane, which the API server reloads. */
function getPkiPath(name: string): string {
  return join(controlPlane.directory, 'pki', name);
}

async function connectAs(user: object): Promise<Connection> {
  const cluster = { server: controlPlane.serverUrl, 'certificate-authority': 'ca.crt' };
  const config = {
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  const kubeconfig = join(folder, 'config');
  await writeFile(kubeconfig, JSON.stringify(config), { mode: 0o600 });
  const connection = await connect({ kubeconfig, clock: systemClock });
  open.push(connection);
  return connection;
}

it('an exec plug-in gets another certificate once the API server rejects the first', { timeout }, async () => {
  const answer = join(folder, 'answer');
  const give = async (cert: string, key: string): Promise<void> => {
    const apiVersion = 'client.authentication.k8s.io/v1';
    const status = { clientCertificateData: cert, clientKeyData: key };
    await writeFile(answer, JSON.stringify({ apiVersion, kind: 'ExecCredential', status }), { mode: 0o600 });
  };
  const foreign = await createAuthority('foreign');
  const { certificate, key } = await foreign.issue({ commonName: 'kubewright-admin', usages: ['client'] });
  await give(certificate, key);
  const { client, check } = await connectAs({ exec: { command: 'cat', args: [answer] } });
  await give(await readFile(getPkiPath('admin.crt'), 'utf8'), await readFile(getPkiPath('admin.key'), 'utf8'));
  await expect(client.transport.call(get)).resolves.toMatchObject({ status: 200 });
  expect(check()).toBe(true);
});

it('reads a new authority of the API server, and /readyz reports it until then', { timeout }, async () => {
  const files = { 'client-certificate': getPkiPath('admin.crt'), 'client-key': getPkiPath('admin.key') };
  const { client, check } = await connectAs(files);
  await expect(client.transport.call(get)).resolves.toMatchObject({ status: 200 });

  const authority = await createAuthority('second');
  const { certificate, key } = await authority.issue({ commonName: 'api', usages: ['server'], hosts });
  await writeFile(getPkiPath('server.crt'), certificate);
  await writeFile(getPkiPath('server.key'), key);
  await vi.waitFor(() => expect(isServedBy(authority.certificate)).resolves.toBe(true), { timeout, interval: 250 });

  const watch = { ...get, path: '/api/v1/namespaces', query: { watch: true, timeoutSeconds: 1 } };
  await expect(client.transport.stream(watch)).rejects.toThrow(/certificate/);
  expect(check()).toMatch(/^the certificate of the API server cannot be verified/);
  await writeFile(join(folder, 'ca.crt'), authority.certificate);
  await expect(client.transport.stream(watch)).resolves.toMatchObject({ status: 200 });
  expect(check()).toBe(true);
});

/** Whether the authority `ca` verifies the API server's certificate. */
function isServedBy(ca: string): Promise<boolean> {
  const { hostname: host, port } = new URL(controlPlane.serverUrl);
  return new Promise((resolve) => {
    const socket = connectTls({ host, port: Number(port), ca }, () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => {
      resolve(false);
    });
  });
}
