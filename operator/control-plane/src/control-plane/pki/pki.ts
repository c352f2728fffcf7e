import { access, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
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

/** All credentials of one control plane: paths, all with mode 0600 in a folder with mode 0700. */
export interface Pki {
  readonly ca: CertificateFiles;
  /** The certificate of the API server and of the other parts' health endpoints. */
  readonly server: CertificateFiles;
  readonly clients: Readonly<Record<ClientName, CertificateFiles>>;
  /** etcd uses a separate authority, so that it accepts only the API server as a client. */
  readonly etcdCa: CertificateFiles;
  readonly etcd: CertificateFiles;
  readonly etcdClient: CertificateFiles;
  /** Kubelets also use a separate authority, so that they accept only the API server as a client. */
  readonly kubeletCa: CertificateFiles;
  readonly kubelet: CertificateFiles;
  readonly kubeletClient: CertificateFiles;
  /** The key pair that signs and verifies ServiceAccount tokens. */
  readonly serviceAccount: { readonly publicKey: string; readonly privateKey: string };
}

/** The first address of the service range 10.96.0.0/12: the ClusterIP of the Service `kubernetes`. */
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

/** Users of the API server's bootstrap policy, and our user kwok. */
const clients: Readonly<Record<ClientName, Pick<Leaf, 'commonName' | 'organizations'>>> = {
  admin: { commonName: 'kubewright-admin', organizations: ['system:masters'] },
  'controller-manager': { commonName: 'system:kube-controller-manager' },
  scheduler: { commonName: 'system:kube-scheduler' },
  kwok: { commonName: 'kubewright-kwok' },
};

/**
 * Opens the keys and certificates in `directory`, and creates missing ones. A control plane that is started again in a
 * retained directory keeps its identity: old tokens and kubeconfigs stay valid.
 */
export async function openPki(directory: string): Promise<Pki> {
  if (!(await exists(directory))) await createPki(directory);
  const pki = buildPaths(directory);
  // A directory created before kubelets had certificates.
  if (!(await exists(pki.kubeletCa.certificate))) await issueKubelets(pki);
  return pki;
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

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Writes another folder and renames it, so that an incomplete set is never used. */
async function createPki(directory: string): Promise<void> {
  const draft = await mkdtemp(`${directory}.new-`); // mode 0700
  try {
    await issueAll(buildPaths(draft));
    await rename(draft, directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function issueAll(pki: Pki): Promise<void> {
  const { createAuthority } = await import('./authority.ts'); // Lazy: ASN.1 takes 100 ms to load, and few callers need it.
  const [ca, etcdCa] = await Promise.all([createAuthority('kubewright-ca'), createAuthority('kubewright-etcd-ca')]);
  await Promise.all([
    save(pki.ca, ca),
    save(pki.etcdCa, etcdCa),
    issue(ca, { commonName: 'kube-apiserver', usages: ['server'], hosts: serverHosts }, pki.server),
    ...clientNames.map((name) => issue(ca, { ...clients[name], usages: ['client'] }, pki.clients[name])),
    // etcd's gateway calls etcd itself with the server's certificate.
    issue(etcdCa, { commonName: 'etcd', usages: ['server', 'client'], hosts: [toIpHost('127.0.0.1')] }, pki.etcd),
    issue(etcdCa, { commonName: 'kube-apiserver', usages: ['client'] }, pki.etcdClient),
    saveServiceAccountKeys(pki),
    issueKubelets(pki),
  ]);
}

/** Writes the authority last, which marks the set as complete. */
async function issueKubelets(pki: Pki): Promise<void> {
  const { createAuthority } = await import('./authority.ts');
  const ca = await createAuthority('kubewright-kubelet-ca');
  await issue(ca, { commonName: 'kubelet', usages: ['server'], hosts: kubeletHosts }, pki.kubelet);
  await issue(ca, { commonName: kubeletClientName, usages: ['client'] }, pki.kubeletClient);
  await save(pki.kubeletCa, ca);
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
