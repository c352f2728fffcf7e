import { X509Certificate } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

import { clientNames, openPki, type Pki } from './pki.ts';
import { useTemporaryFolder } from '../../../fixtures/temporary-folder.ts';

let root = '';
useTemporaryFolder((path) => void (root = path), 'all');
let pki: Pki;
beforeAll(async () => {
  pki = await openPki(join(root, 'pki'));
});

const read = async (path: string): Promise<X509Certificate> => new X509Certificate(await readFile(path));

test('only the owner can read the files', async () => {
  const directory = join(root, 'pki');
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  const names = await readdir(directory);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
  expect(await readdir(root)).toEqual(['pki']);
});

test('the server certificate has every name by which Pods and users reach the server', async () => {
  const server = await read(pki.server.certificate);
  const ca = await read(pki.ca.certificate);
  expect(server.checkIssued(ca) && server.verify(ca.publicKey)).toBe(true);
  for (const ip of ['127.0.0.1', '10.96.0.1']) expect(server.checkIP(ip)).toBe(ip);
  for (const host of ['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc']) {
    expect(server.checkHost(host)).toBe(host);
  }
  expect(server.checkHost('kubernetes.default.svc.cluster.local')).toBeDefined();
  expect(server.checkHost('example.com')).toBeUndefined();
});

test('each client is a separate user, and only the admin is in system:masters', async () => {
  const subjects = await Promise.all(
    clientNames.map(async (name) => (await read(pki.clients[name].certificate)).subject.split('\n')),
  );
  expect(new Set(subjects.map(([commonName]) => commonName)).size).toBe(clientNames.length);
  expect(subjects.filter((lines) => lines.includes('O=system:masters')).map(([name]) => name)).toEqual([
    'CN=kubewright-admin',
  ]);
});

test('a certificate is either for servers or for clients', async () => {
  const [serverAuth, clientAuth] = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'];
  expect((await read(pki.server.certificate)).keyUsage).toEqual([serverAuth]);
  expect((await read(pki.clients.admin.certificate)).keyUsage).toEqual([clientAuth]);
});

test('etcd accepts no certificate of the cluster', async () => {
  const etcdCa = await read(pki.etcdCa.certificate);
  const admin = await read(pki.clients.admin.certificate);
  const etcdClient = await read(pki.etcdClient.certificate);
  expect(admin.verify(etcdCa.publicKey)).toBe(false);
  expect(etcdClient.verify(etcdCa.publicKey)).toBe(true);
});

test('kubelets neither accept nor get certificates of the cluster', async () => {
  const kubeletCa = await read(pki.kubeletCa.certificate);
  for (const name of clientNames) {
    expect((await read(pki.clients[name].certificate)).verify(kubeletCa.publicKey)).toBe(false);
  }
  expect((await read(pki.server.certificate)).verify(kubeletCa.publicKey)).toBe(false);
  const [client, kubelet] = await Promise.all([read(pki.kubeletClient.certificate), read(pki.kubelet.certificate)]);
  expect(client.verify(kubeletCa.publicKey) && kubelet.verify(kubeletCa.publicKey)).toBe(true);
  expect(kubelet.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(kubelet.checkHost('localhost')).toBe('localhost');
});

test('an existing folder is read, not created again', async () => {
  const before = await readFile(pki.ca.certificate, 'utf8');
  expect(await openPki(join(root, 'pki'))).toEqual(pki);
  expect(await readFile(pki.ca.certificate, 'utf8')).toBe(before);
});
