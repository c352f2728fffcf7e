import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { generateKeys, exportPrivateKey, exportPublicKey } from '@kubewright/runtime/internal/certificates/keys';
import { kubeletClientName } from '../../kubelet/index.ts';
import type { Authority, Host, KeyPair, Leaf } from './authority.ts';

/** The users with a client certificate for the API server. */
export const clientNames = ['admin', 'controller-manager', 'scheduler', 'kwok'] as const;

export type ClientName = (typeof clientNames)[number];

export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** Paths of all credentials of one control plane. The files have mode 0600, in a folder with mode 0700. */
export interface Pki {
  readonly ca: CertificateFiles;
  /** The certificate of the API server, and of the health endpoints of other components. */
  readonly server: CertificateFiles;
  readonly clients: Readonly<Record<ClientName, CertificateFiles>>;
  /** etcd has a separate authority, so that it accepts only the API server as a client. */
  readonly etcdCa: CertificateFiles;
  readonly etcd: CertificateFiles;
  readonly etcdClient: CertificateFiles;
  /** Kubelets have a separate authority, so that they accept only the API server as a client. */
  readonly kubeletCa: CertificateFiles;
  readonly kubelet: CertificateFiles;
  readonly kubeletClient: CertificateFiles;
  /** The key pair that signs and verifies ServiceAccount tokens. */
  readonly serviceAccount: { readonly publicKey: string; readonly privateKey: string };
}

/** The ClusterIP of the Service `kubernetes`: the first address of the service range 10.96.0.0/12. */
const serviceAddress = '10.96.0.1';

const toDnsHost = (value: string): Host => ({ type: 'dns', value });
const toIpHost = (value: string): Host => ({ type: 'ip', value });

const serverHosts: readonly Host[] = [
  toIpHost('127.0.0.1'),
  toIpHost(serviceAddress),
  toDnsHost('localhost'),
  toDnsHost('kubernetes'),
  toDnsHost('kubernetes.default'),
  toDnsHost('kubernetes.default.svc'),
  toDnsHost('kubernetes.default.svc.cluster.local'),
];

const kubeletHosts: readonly Host[] = [toIpHost('127.0.0.1'), toDnsHost('localhost')];

/** The subjects of client certificates: users of the API server's bootstrap policy, and the user `kwok`. */
const clients: Readonly<Record<ClientName, Pick<Leaf, 'commonName' | 'organizations'>>> = {
  admin: { commonName: 'kubewright-admin', organizations: ['system:masters'] },
  'controller-manager': { commonName: 'system:kube-controller-manager' },
  scheduler: { commonName: 'system:kube-scheduler' },
  kwok: { commonName: 'kubewright-kwok' },
};

/**
 * Opens the keys and certificates in `directory`, and creates the directory if it is missing. A control plane that
 * starts again in the same directory keeps its identity: old tokens and kubeconfigs stay valid.
 */
export async function openPki(directory: string): Promise<Pki> {
  if (!existsSync(directory)) await createPki(directory);
  return buildPaths(directory);
}

function buildPaths(directory: string): Pki {
  const files = (name: string): CertificateFiles => ({
    certificate: join(directory, `${name}.crt`),
    key: join(directory, `${name}.key`),
  });
  return {
    ca: files('ca'),
    server: files('server'),
    clients: Object.fromEntries(clientNames.map((name) => [name, files(name)])) as Record<ClientName, CertificateFiles>,
    etcdCa: files('etcd-ca'),
    etcd: files('etcd'),
    etcdClient: files('etcd-client'),
    kubeletCa: files('kubelet-ca'),
    kubelet: files('kubelet'),
    kubeletClient: files('kubelet-client'),
    serviceAccount: { publicKey: join(directory, 'sa.pub'), privateKey: join(directory, 'sa.key') },
  };
}

/** Creates the keys in another folder and renames it, so that an incomplete set is never used. */
async function createPki(directory: string): Promise<void> {
  const draft = await mkdtemp(`${directory}.new-`); // `mkdtemp` creates the folder with mode 0700.
  try {
    await issueAll(buildPaths(draft));
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function issueAll(pki: Pki): Promise<void> {
  // Imported here, because the ASN.1 library takes 100 ms to load, and few callers need it.
  const { createAuthority } = await import('./authority.ts');
  const [ca, etcdCa, kubeletCa] = await Promise.all([
    createAuthority('kubewright-ca'),
    createAuthority('kubewright-etcd-ca'),
    createAuthority('kubewright-kubelet-ca'),
  ]);
  await Promise.all([
    save(pki.ca, ca),
    save(pki.etcdCa, etcdCa),
    save(pki.kubeletCa, kubeletCa),
    issue(ca, { commonName: 'kube-apiserver', usages: ['server'], hosts: serverHosts }, pki.server),
    ...clientNames.map((name) => issue(ca, { ...clients[name], usages: ['client'] }, pki.clients[name])),
    // The gRPC gateway of etcd calls etcd itself with the server certificate, so it is also a client certificate.
    issue(etcdCa, { commonName: 'etcd', usages: ['server', 'client'], hosts: [toIpHost('127.0.0.1')] }, pki.etcd),
    issue(etcdCa, { commonName: 'kube-apiserver', usages: ['client'] }, pki.etcdClient),
    issue(kubeletCa, { commonName: 'kubelet', usages: ['server'], hosts: kubeletHosts }, pki.kubelet),
    issue(kubeletCa, { commonName: kubeletClientName, usages: ['client'] }, pki.kubeletClient),
    saveServiceAccountKeys(pki),
  ]);
}

async function issue(authority: Authority, leaf: Leaf, files: CertificateFiles): Promise<void> {
  await save(files, await authority.issue(leaf));
}

async function save(files: CertificateFiles, { certificate, key }: KeyPair): Promise<void> {
  await Promise.all([writeSecret(files.certificate, certificate), writeSecret(files.key, key)]);
}

async function saveServiceAccountKeys({ serviceAccount }: Pki): Promise<void> {
  const keys = await generateKeys();
  await writeSecret(serviceAccount.publicKey, exportPublicKey(keys.publicKey));
  await writeSecret(serviceAccount.privateKey, await exportPrivateKey(keys.privateKey));
}

async function writeSecret(path: string, content: string): Promise<void> {
  await writeFile(path, content, { mode: 0o600 });
}
